"""Training the space, measuring its floor, scoring exams."""
