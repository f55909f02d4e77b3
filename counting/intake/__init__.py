"""From what people have to a draft of a run."""
