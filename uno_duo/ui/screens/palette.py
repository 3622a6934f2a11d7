"""Textual's command palette, made to survive keys and clicks that come at an odd moment."""

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """The command palette."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Lets the list be gone through once it is laid out; before, Textual finds no line in it."""
        is_laid_out = action != "command_list" or self.query_one(CommandList).size.height > 0
        return is_laid_out and super().check_action(action, parameters)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Closes the palette, once: a second click may come before it is gone."""
        return super().dismiss(result) if self.is_current else AwaitComplete()
