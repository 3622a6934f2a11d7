"""The statistics: what the player has won and given away, with a chart of how that has changed."""

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual_plotext import PlotextPlot

from uno_duo.language import _
from uno_duo.ui.glyphs import is_ascii
from uno_duo.ui.screens.page import LinesPage

_LEAST: Final = 2  # points of a line


class StatisticsPage(LinesPage):
    """The account of the player's matches, which comes once they are counted."""

    NAME = _("statistics")

    def __init__(self) -> None:
        """Makes the page."""
        super().__init__([_("The matches are being counted.")])
        self._losses: Sequence[float] = ()

    def compose_text(self) -> ComposeResult:
        """A chart over the account."""
        yield PlotextPlot(classes="chart")
        yield from super().compose_text()

    def tell_of(self, lines: Sequence[str], losses: Sequence[float]) -> None:
        """Shows an account.

        Args:
            lines: The account.
            losses: The points given away in a decision, for each match that was reviewed.
        """
        self._losses = losses
        self.tell(lines)

    def show_lines(self) -> None:
        """Brings the chart up to date, and the account."""
        super().show_lines()
        plot, losses = self.query_one(PlotextPlot), self._losses
        plot.display = len(losses) >= _LEAST and not is_ascii(self.app)  # it is drawn with other signs
        if plot.display:
            plot.plt.clear_data()
            plot.plt.title(_("points given away in a decision"))
            plot.plt.xfrequency(0)
            plot.plt.ylim(0, max(losses))
            plot.plt.plot(list(range(1, len(losses) + 1)), list(losses), marker="braille")
            plot.refresh()
