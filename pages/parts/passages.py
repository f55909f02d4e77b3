def show_rule(rule, key):
    pass
