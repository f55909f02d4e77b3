def show_bar():
    pass


def show_for(step):
    pass
