"""Where the stylesheet is."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent.parent
_NAME: Final = "screens.tcss"


def stylesheet() -> Path:
    """The stylesheet of all screens: inside the package when installed, one level up in a checkout.

    Raises:
        FileNotFoundError: It is in neither place.
    """
    for folder in (_PACKAGE, _PACKAGE.parent):
        if (found := folder / _NAME).is_file():
            return found
    raise FileNotFoundError(_NAME)
