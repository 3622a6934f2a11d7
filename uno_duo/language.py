"""The language of every sentence that a person reads."""

import gettext
from pathlib import Path
from typing import Final

_CATALOGUE: Final = gettext.translation("uno_duo", Path(__file__).parent / "locale", fallback=True)

_ = _CATALOGUE.gettext
"""A sentence in the person's language."""
ngettext = _CATALOGUE.ngettext
"""A sentence about a number of things, in the form that the number takes."""
