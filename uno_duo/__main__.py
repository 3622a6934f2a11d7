"""`python -m uno_duo` does the same as `uno-duo`."""

from uno_duo.cli import main

main()
