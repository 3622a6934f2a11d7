"""Learns the networks' weights: python -m uno_duo.training FOLDER."""

from uno_duo.training.command import main

if __name__ == "__main__":
    main()
