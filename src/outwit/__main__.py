"""`python -m outwit`: the command line."""

from outwit.cli import main

if __name__ == "__main__":
    main()
