"""Learns the networks' weights: python -m uno_duo.training FOLDER."""

import os

from uno_duo.cores import ONE_CORE

if __name__ == "__main__":
    os.environ.update({**ONE_CORE, **os.environ})
    from uno_duo.training.command import main

    main()
