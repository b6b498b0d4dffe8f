"""How fast it is, measured: `python -m bench`. Each row names the command that makes it again."""
