"""The statistics: what the player has won and given away, with a chart of how that has changed."""

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.widgets import Static
from textual_plotext import PlotextPlot

from uno_duo.language import _
from uno_duo.ui.glyphs import is_ascii
from uno_duo.ui.screens.page import Page

_LEAST: Final = 2  # points of a line


class StatisticsPage(Page):
    """The account of the player's matches, which comes once they are counted."""

    NAME = _("statistics")

    def __init__(self) -> None:
        """Makes the page."""
        super().__init__()
        self._lines: Sequence[str] = [_("The matches are being counted.")]
        self._losses: Sequence[float] = ()

    def compose_text(self) -> ComposeResult:
        """A chart over the account."""
        yield PlotextPlot(classes="chart")
        yield Static(markup=False, classes="account")

    def begin(self) -> None:
        """Shows what is known."""
        super().begin()
        self._show()

    def tell(self, lines: Sequence[str], losses: Sequence[float] = ()) -> None:
        """Shows an account, which may come before the page is there.

        Args:
            lines: The account.
            losses: The points given away in a decision, for each match that was reviewed.
        """
        self._lines, self._losses = lines, losses
        if self.is_ready:
            self._show()

    def _show(self) -> None:
        self.query_one(".account", Static).update("\n".join(self._lines))
        plot, losses = self.query_one(PlotextPlot), self._losses
        plot.display = len(losses) >= _LEAST and not is_ascii(self.app)  # it is drawn with other signs
        if plot.display:
            plot.plt.clear_data()
            plot.plt.title(_("points given away in a decision"))
            plot.plt.xfrequency(0)
            plot.plt.ylim(0, max(losses))
            plot.plt.plot(list(range(1, len(losses) + 1)), list(losses), marker="braille")
            plot.refresh()
