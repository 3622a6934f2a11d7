"""What a person has set: flags over `UNO_DUO_…` variables over defaults."""

import os
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from uno_duo.language import _
from uno_duo.record import UnoCall
from uno_duo.wording import why_invalid

_PREFIX: Final = "UNO_DUO_"
_LONGEST_NAME: Final = 20

Pace = Literal["slow", "normal", "fast", "instant"]
"""How fast bots act."""


class SettingsError(ValueError):
    """A setting with a value that it cannot have; its text is one line that names the setting."""


class Settings(BaseModel):
    """What a person has set.

    Attributes:
        name: What the person is called.
        bot: The bot to play against, by its name.
        target: The points at which a match ends.
        pace: How fast the bot acts.
        uno: How the person says UNO.
        ascii: Whether the screens do without line drawing and other signs beyond ASCII.
    """

    model_config = ConfigDict(frozen=True)

    name: str = _("You")
    bot: str = "normal"
    target: Annotated[int, Field(ge=1, le=100_000)] = 200
    pace: Pace = "normal"
    uno: UnoCall = "hand"
    ascii: bool = False

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        name = name.strip()
        if not (0 < len(name) <= _LONGEST_NAME and name.isprintable()):
            raise ValueError(_("1 to {longest} printable characters are needed").format(longest=_LONGEST_NAME))
        return name


def settings_from(flags: Mapping[str, object], environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of this run.

    Args:
        flags: What the command line says, by the settings' names; None where it says nothing.
        environ: The environment's variables; by default those of this process. An empty one says nothing.

    Raises:
        SettingsError: A value cannot be.
    """
    environ = os.environ if environ is None else environ
    variables = {field: _PREFIX + field.upper() for field in Settings.model_fields}
    values: dict[str, object] = {field: environ[name] for field, name in variables.items() if environ.get(name)}
    given = {field: value for field, value in flags.items() if value is not None}
    try:
        return Settings.model_validate(values | given)
    except ValidationError as error:
        field = str(error.errors()[0]["loc"][0])
        source = f"--{field}" if field in given else variables[field]
        raise SettingsError(_("{source}: {reason}").format(source=source, reason=why_invalid(error))) from None
