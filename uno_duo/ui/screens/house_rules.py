"""The form of the house rules: each rule with its values, and what is wrong where they make no sense together."""

from collections.abc import Callable, Mapping
from typing import Final

from uno_duo.core import Rules
from uno_duo.house_rules import HOUSE_RULES, RulesError, Value, rules_with, value_name
from uno_duo.language import _
from uno_duo.ui.glyphs import glyphs_of
from uno_duo.ui.keys import Place, bindings
from uno_duo.ui.messages import HelpWanted
from uno_duo.ui.screens.form import FormScreen, as_sentence
from uno_duo.ui.set_up import SHARED, stepped, values_of
from uno_duo.ui.widgets.form import FormLine
from uno_duo.ui.widgets.line import Title

_RULES: Final = tuple(rule for rule in HOUSE_RULES if rule.field not in SHARED)
_DUO: Final = {rule.field: getattr(Rules.duo(), rule.field) for rule in _RULES}
_CLASSIC: Final = {rule.field: getattr(Rules.classic(), rule.field) for rule in _RULES}


class HouseRulesScreen(FormScreen):
    """The house rules, over the form of a new match; Enter takes them, Esc drops what was changed."""

    PLACE = Place.RULES
    BINDINGS = bindings(Place.RULES)

    def __init__(self, rules: Rules, seats: int, take: Callable[[Rules], None]) -> None:
        """Makes the form.

        Args:
            rules: The rules that it begins with.
            seats: How many shall play, where the hands are dealt.
            take: Is given the rules that are taken.
        """
        super().__init__("form house-rules")
        self._rules = rules
        self._seats = seats
        self._take = take
        self._first = {rule.field: getattr(rules, rule.field) for rule in _RULES}
        self._own: Mapping[str, Value] = self._first
        self._values: Mapping[str, Value] = self._first

    def begin(self) -> None:
        """Shows the rules."""
        glyphs = glyphs_of(self.app)
        title = self.query_one(Title)
        title.left, title.short = _("UNO Duo {dot} house rules").format(dot=glyphs.dot), _("House rules")
        title.right = _("{mark} unlike UNO Duo").format(mark=glyphs.playable)
        super().begin()

    @property
    def _error(self) -> RulesError | None:
        """What makes no sense."""
        try:
            self._result()
        except RulesError as error:
            return error
        return None

    def _result(self) -> Rules:
        """The rules as they are chosen; a draft is always for two.

        Raises:
            RulesError: They make no sense together.
        """
        return rules_with(self._rules, **self._values, seats=2 if self._values["opening"] == "draft" else self._seats)

    @property
    def lines(self) -> tuple[FormLine, ...]:
        """What the rules begin from, and each rule."""
        error = self._error
        at_fault = error.fields if error else ()
        lines = [FormLine(_("Begin from"), self._origin)]
        for rule in _RULES:
            value, duo = self._values[rule.field], _DUO[rule.field]
            line = FormLine(
                rule.label,
                value_name(rule.field, value),
                is_marked=value != duo,
                is_at_fault=rule.field in at_fault,
                note="" if value == duo else _("UNO Duo: {value}").format(value=value_name(rule.field, duo)),
            )
            lines.append(line)
        return tuple(lines)

    @property
    def _origins(self) -> list[tuple[str, Mapping[str, Value]]]:
        """What the rules can begin from; the person's own are there as long as they are no other ones."""
        games: list[tuple[str, Mapping[str, Value]]] = [(_("UNO Duo"), _DUO), (_("Classic UNO"), _CLASSIC)]
        own = [(_("your own"), self._own)] if self._own not in (_DUO, _CLASSIC) else []
        return games + own

    @property
    def _origin(self) -> str:
        return next(name for name, values in self._origins if values == self._values)

    @property
    def about(self) -> str:
        """What the chosen rule means."""
        if self.row == 0:
            return _("Sets all rules as in UNO Duo, as in classic UNO, or as you have them.")
        return _RULES[self.row - 1].explanation

    @property
    def fault(self) -> str:
        """What makes no sense, as a sentence."""
        error = self._error
        if error is None:
            return ""
        if "seats" in error.fields:
            return as_sentence(_("{reason} if {seats} play").format(reason=error, seats=self._seats))
        return as_sentence(str(error))

    def action_change(self, step: int) -> None:
        """Chooses another value of the chosen rule, or sets all of them."""
        if self.row == 0:
            names = [name for name, _values in self._origins]
            name = stepped(names, self._origin, step)
            self._values = next(values for other, values in self._origins if other == name)
        else:
            field = _RULES[self.row - 1].field
            values = values_of(field, self._first[field], self._values[field])
            self._values = self._own = {**self._values, field: stepped(values, self._values[field], step)}
        self.show()

    def action_choose(self) -> None:
        """Takes the rules, or goes to what makes no sense in them."""
        error = self._error
        if error is None:
            if self.is_current:
                self._take(self._result())
                self.close()
            return
        rows = [row for row, rule in enumerate(_RULES, start=1) if rule.field in error.fields]
        later = [row for row in rows if row > self.row]
        self.row = (later or rows or [self.row])[0]

    def action_help(self) -> None:
        """Asks for the rules as they are chosen, or as they were where these make no sense."""
        self.post_message(HelpWanted(self._rules if self._error else self._result()))

    def action_back(self) -> None:
        """Closes the form without the changes."""
        self.close()
