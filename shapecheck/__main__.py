"""`python -m shapecheck` is the command `shapecheck`."""

from shapecheck.cli import main

if __name__ == "__main__":
    main()
