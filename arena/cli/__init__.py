"""The command ``arena``: one module per command, none of them imported before it is needed."""
