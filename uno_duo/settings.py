"""What a person has set: flags over `UNO_DUO_…` variables over `config.toml` over defaults."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from uno_duo.core.ruleset import MOST_SEATS
from uno_duo.language import _
from uno_duo.record import Memory, UnoCall
from uno_duo.wording import plain, why_invalid

_PREFIX: Final = "UNO_DUO_"
LONGEST_NAME: Final = 20
"""How many characters a person's name has at most."""
_LONGEST_FILE: Final = 1 << 20  # in bytes; far beyond what settings or rules need
_TIED: Final = {"rules": ("seats", "bots"), "seats": ("bots",), "bot": ("bots",)}
"""What a setting makes moot of what was set less near: seats were meant for the rules that stood beside them."""
_GROWING: Final = ("inaccuracy", "mistake", "blunder")
"""What makes sense only together: each of them is at least as much as the one before."""

Pace = Literal["slow", "normal", "fast", "instant"]
"""How fast bots act."""


Tutor = Literal["off", "blunders", "mistakes", "all"]
"""What the tutor stops in practice: nothing, blunders, mistakes too, or inaccuracies too."""

_Points = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class SettingsError(ValueError):
    """A setting with a value that it cannot have; its text is one line that names the setting."""


class Settings(BaseModel):
    """What a person has set.

    Attributes:
        name: What the person is called.
        rules: What is played by: `duo`, `classic`, `house`, or a TOML file.
        seats: How many play; None for as many as the rules say.
        bot: The bot to play against, by its name.
        bots: A bot for each other seat; none for `bot` at all of them.
        target: The points at which a match ends; None for as many as the rules say.
        memory: What the bots remember: everything, or what a person would.
        bot_time: How many seconds a program that plays is waited for; None for as long as it takes.
        pace: How fast the bots act.
        uno: How the person says UNO.
        tutor: What is stopped in practice before it is played.
        inaccuracy: How many points a move must give away to be called so.
        mistake: How many to be called that; at least as many.
        blunder: How many to be called that; at least as many again.
        memory_aid: Whether the cards not yet seen can be looked at in practice.
        ascii: Whether the screens do without line drawing and other signs beyond ASCII.
    """

    model_config = ConfigDict(frozen=True)

    name: str = _("You")
    rules: str = "duo"
    seats: Annotated[int, Field(ge=2, le=MOST_SEATS)] | None = None
    bot: str = "normal"
    bots: tuple[str, ...] = ()
    target: Annotated[int, Field(ge=1, le=100_000)] | None = None
    memory: Memory = "full"
    bot_time: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    pace: Pace = "normal"
    uno: UnoCall = "hand"
    tutor: Tutor = "blunders"
    inaccuracy: _Points = 2.0
    mistake: _Points = 4.0
    blunder: _Points = 10.0
    memory_aid: bool = False
    ascii: bool = False

    @field_validator("bots", mode="before")
    @classmethod
    def _are_names(cls, bots: object) -> object:
        """Takes them with commas between them too, and as the list that a file has."""
        found = bots.split(",") if isinstance(bots, str) else bots
        if not isinstance(found, list | tuple):
            return bots
        return tuple(bot.strip() if isinstance(bot, str) else bot for bot in found)

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        name = name.strip()
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise ValueError(_("1 to {longest} printable characters are needed").format(longest=LONGEST_NAME))
        return name

    @model_validator(mode="after")
    def _grow(self) -> Self:
        if not self.inaccuracy <= self.mistake <= self.blunder:
            raise ValueError(_("an inaccuracy may not be more than a mistake, nor a mistake more than a blunder"))
        return self


def saved_settings(path: Path | None = None) -> tuple[dict[str, object], tuple[str, ...]]:
    """What the person's file says, and a line for each thing in it that cannot be, which is left out.

    Args:
        path: The file; by default `config.toml` in `UNO_DUO_HOME`, or where the system keeps a user's settings.
    """
    path = config_folder() / "config.toml" if path is None else path
    try:
        found = read_toml(path)
    except FileNotFoundError:
        return {}, ()
    except OSError as error:
        return {}, (f"{path}: {error.strerror}",)
    except ValueError as error:
        return {}, (f"{path}: {error}",)
    values: dict[str, object] = {}
    problems: list[str] = []
    for key, value in found.items():
        if key not in Settings.model_fields:
            problems.append(_("{path}: there is no setting {key}").format(path=path, key=plain(key)))
            continue
        together = {name: found[name] for name in _GROWING if name in found} if key in _GROWING else {key: value}
        try:
            Settings.model_validate(together, strict=True)
        except ValidationError as error:
            problems.append(_("{path}: {reason}").format(path=path, reason=why_invalid(error)))
        else:
            values[key] = value
    return values, tuple(dict.fromkeys(problems))


def read_toml(path: Path) -> dict[str, object]:
    """What a TOML file says.

    Raises:
        OSError: It cannot be read.
        ValueError: It is no TOML; the text says why, as a clause.
    """
    with path.open("rb") as file:
        content = file.read(_LONGEST_FILE + 1)
    if len(content) > _LONGEST_FILE:
        raise ValueError(_("it is too long"))
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError:
        raise ValueError(_("it is not UTF-8")) from None
    except RecursionError:
        raise ValueError(_("it is not TOML")) from None
    except ValueError as error:
        raise ValueError(_("it is not TOML: {reason}").format(reason=plain(str(error)))) from None


def config_folder() -> Path:
    """Where a person's own files are: `UNO_DUO_HOME`, or where the system keeps a user's settings."""
    home = os.environ.get("UNO_DUO_HOME")
    # pathlib's own raises where there is no such user
    return Path(os.path.expanduser(home)) if home else user_config_path("uno-duo", appauthor=False)  # noqa: PTH111


def settings_from(
    flags: Mapping[str, object],
    environ: Mapping[str, str] | None = None,
    saved: Mapping[str, object] | None = None,
) -> Settings:
    """The settings of this run.

    Args:
        flags: What the command line says, by the settings' names; None where it says nothing.
        environ: The environment's variables; by default those of this process. An empty one says nothing.
        saved: What the person's file says, as `saved_settings` gives it; None for nothing.

    Raises:
        SettingsError: A flag or a variable has a value that cannot be.
    """
    environ = os.environ if environ is None else environ
    variables = {field: _PREFIX + field.upper() for field in Settings.model_fields}
    from_environ = {field: environ[name] for field, name in variables.items() if environ.get(name)}
    given = {field: value for field, value in flags.items() if value is not None}
    try:
        return Settings.model_validate(_over(_over(saved or {}, from_environ), given))
    except ValidationError as error:
        where = error.errors()[0]["loc"] or [name for name in _GROWING if name in from_environ]
        field = str(where[0])
        source = f"--{field.replace('_', '-')}" if field in given else variables[field]
        raise SettingsError(_("{source}: {reason}").format(source=source, reason=why_invalid(error))) from None


def _over(values: Mapping[str, object], nearer: Mapping[str, object]) -> dict[str, object]:
    """What is set with some settings over others."""
    moot = {field for setting in nearer for field in _TIED.get(setting, ())}
    return {field: value for field, value in values.items() if field not in moot} | dict(nearer)
