"""A match that is being played: its positions, its record, and who must decide."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime

from uno_duo.bots.levels import COMMAND
from uno_duo.core import (
    CallOut,
    Event,
    GameState,
    Move,
    Rules,
    SayUno,
    SeatMove,
    Shuffle,
    View,
    events_for,
    legal_moves,
    view_for,
)
from uno_duo.dealer import due_shuffle, new_seed
from uno_duo.language import ngettext
from uno_duo.record import End, Entry, Header, Options, Player, Replay, Undo, as_line
from uno_duo.settings import Settings, SettingsError
from uno_duo.wording import OTHER_NAMES


def header_for(
    settings: Settings,
    rules: Rules,
    seed: int | None = None,
    command: str | None = None,
    *,
    is_practice: bool = False,
) -> Header:
    """The header of a new match of a person, at seat 0, against bots.

    Args:
        settings: What the person has set.
        rules: What is played by.
        seed: What the shuffles and the bots' chance come from; without one nobody can foresee it.
        command: The command line of the program that plays where the bot is called ``command``.
        is_practice: Whether the person may undo and be helped.

    Raises:
        SettingsError: There is not one bot for each other seat.
    """
    others = rules.seats - 1
    bots = settings.bots or (settings.bot,) * others
    if len(bots) != others:
        refused = ngettext(
            "bots must name one for the other seat, not {count}",
            "bots must name one for each of the {others} other seats, not {count}",
            others,
        )
        raise SettingsError(refused.format(others=others, count=len(bots)))
    names = [name for name in OTHER_NAMES if name.casefold() != settings.name.casefold()]
    return Header(
        rules=rules,
        seats=(settings.name, *(bots if others == 1 else names[:others])),
        players=(Player(), *(_player(bot, settings, command) for bot in bots)),
        options=Options(uno=settings.uno, practice=is_practice),
        seed=new_seed() if seed is None else seed,
        created=now_in_utc(),
    )


def _player(bot: str, settings: Settings, command: str | None) -> Player:
    return Player(bot=bot, memory=settings.memory, command=command if bot == COMMAND else None)


def header_like(header: Header) -> Header:
    """The header of another match of the same players by the same rules."""
    return header.model_copy(update={"seed": new_seed(), "created": now_in_utc()})


def header_again(header: Header) -> Header:
    """The header of the same match again, to do better; as the cards are known by now, it is practice."""
    options = header.options.model_copy(update={"practice": True})
    return header.model_copy(update={"options": options, "created": now_in_utc()})


def now_in_utc() -> str:
    """The date and time as a record's header has them."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


@dataclass(frozen=True)
class Decision:
    """What is asked next, and of whom (RULES.md, section 9, says in which order).

    Attributes:
        seat: The seat asked.
        moves: The moves that it may choose from.
        is_uno_question: Whether it is asked to say UNO or to call out, which it may decline.
    """

    seat: int
    moves: tuple[SeatMove, ...]
    is_uno_question: bool


class Match:
    """A match that is being played.

    Whoever runs it asks for `decision`, and answers with `play` or, to an UNO question, `decline`; where there
    is none and the match is not over, a shuffle is due.

    Attributes:
        header: The first line of its record.
        revision: A number that grows with everything that is done, so that a late answer is known as such.
    """

    def __init__(self, header: Header, replay: Replay | None = None, write: Callable[[str], None] | None = None):
        """Begins a match, or goes on with one.

        Args:
            header: The first line of its record, with a seed.
            replay: What was done in it before; None for a new match.
            write: Takes each new line of the record; a new match's header too.
        """
        self.header = header
        self.revision = 0
        self._write = write or (lambda _: None)
        self._declined: set[int] = set()
        if replay is None:
            replay = Replay(header.rules)
            self._write(as_line(header))
        self._replay = replay

    @property
    def state(self) -> GameState:
        """The position; only a referee may look at it."""
        return self._replay.state

    @property
    def n(self) -> int:
        """How many moves led to the position."""
        return self._replay.n

    @property
    def last_seat_move(self) -> SeatMove | None:
        """The last move that a seat has made; None before the first."""
        return next((move for move in reversed(self._replay.moves) if not isinstance(move, Shuffle)), None)

    @property
    def round_start(self) -> int:
        """How many moves were made before the shuffle with which the cut or the round began."""
        moves, states = self._replay.moves, self._replay.states
        places = reversed(range(len(moves)))
        return next((n for n in places if isinstance(moves[n], Shuffle) and states[n].due is None), 0)

    @property
    def is_over(self) -> bool:
        """Whether the match has a winner or was ended."""
        return self._replay.is_over

    @property
    def decision(self) -> Decision | None:
        """What is asked next; None where a shuffle is due or the match is over."""
        state = self.state
        if state.turn is None or self.is_over:
            return None
        moves = tuple(move for move in legal_moves(state) if isinstance(move, SeatMove))
        if state.uno_open is not None:
            seats = [(state.uno_open + left) % state.rules.seats for left in range(state.rules.seats)]
            for seat in seats:
                answers = tuple(m for m in moves if isinstance(m, SayUno | CallOut) and m.seat == seat)
                if answers and seat not in self._declined:
                    return Decision(seat, answers, is_uno_question=True)
        others = tuple(move for move in moves if not isinstance(move, SayUno | CallOut))
        return Decision(state.turn, others, is_uno_question=False)

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        return view_for(self.state, seat)

    def events(self, seat: int, since: int = 0) -> tuple[Event, ...]:
        """What a seat saw happen, from the position after `since` moves on."""
        moves, states = self._replay.moves, self._replay.states
        return tuple(
            event for n in range(since, len(moves)) for event in events_for(states[n], moves[n], states[n + 1], seat)
        )

    def play(self, move: SeatMove) -> None:
        """Makes a move.

        Raises:
            IllegalMove: The rules do not allow it here; nothing is changed.
        """
        self._do(move)

    def decline(self) -> None:
        """Answers the UNO question that is asked with no.

        Raises:
            ValueError: No UNO question is asked.
        """
        decision = self.decision
        if decision is None or not decision.is_uno_question:
            raise ValueError("no UNO question is asked")
        self._declined.add(decision.seat)
        self.revision += 1

    def shuffle(self) -> None:
        """Shuffles as the seed of the match says.

        Raises:
            IllegalMove: No shuffle is due.
            ValueError: The record has no seed.
        """
        if self.header.seed is None:
            raise ValueError("the record has no seed")
        self._do(due_shuffle(self.state, self.header.seed, self._replay.shuffles))

    def shuffle_in_round(self) -> None:
        """Shuffles as often as a draw that is under way waits for it."""
        while self.state.due is not None and not self.is_over:
            self.shuffle()

    def answer(self, answer: SeatMove | None) -> None:
        """Gives the answer to what is asked: a move, or None to decline an UNO question.

        Raises:
            IllegalMove: The rules do not allow the move; nothing is changed.
            ValueError: No UNO question is asked.
        """
        if answer is None:
            self.decline()
        else:
            self.play(answer)

    def ahead(self) -> "Match":
        """The match as it is, to look ahead in: what is done there is written nowhere, and changes nothing here."""
        ahead = copy(self)
        ahead._replay = self._replay.copy()
        ahead._declined = set(self._declined)
        ahead._write = lambda _: None
        return ahead

    def can_undo(self, seat: int) -> bool:
        """Whether there is a move of a seat to go back before; only in practice, and until the match is over."""
        return self._last_move_of(seat) is not None

    def undo(self, seat: int) -> None:
        """Goes back before the last move of a seat; the same moves lead to the same cards again.

        Raises:
            ValueError: There is none, or it is no practice.
        """
        place = self._last_move_of(seat)
        if place is None:
            raise ValueError("there is nothing to undo")
        self._do(Undo(to=place))

    @property
    def can_play_again(self) -> bool:
        """Whether the round has just ended and may be played again; only in practice, and until the match is over."""
        return self.header.options.practice and self.state.round_has_ended and not self.is_over

    def play_again(self) -> None:
        """Begins the round that has just ended again, with the same cards.

        Raises:
            ValueError: None has, or it is no practice.
        """
        if not self.can_play_again:
            raise ValueError("there is no round to play again")
        self._do(Undo(to=self.round_start))
        self.shuffle()

    @property
    def can_redo(self) -> bool:
        """Whether moves were undone, and nothing else was done since."""
        return bool(self._replay.undone) and not self.is_over

    def redo(self, seat: int) -> None:
        """Does undone moves again: the next one, and those after it until a seat is to move as it did.

        Raises:
            ValueError: There are none.
        """
        if not self.can_redo:
            raise ValueError("there is nothing to do again")
        undone = self._replay.undone
        self._do(undone[-1])
        while undone and not _is_of(undone[-1], seat):
            self._do(undone[-1])

    def _last_move_of(self, seat: int) -> int | None:
        """How many moves were made before the last one of a seat that can be undone; None if there is none."""
        if self.is_over or not self.header.options.practice:
            return None
        moves = self._replay.moves
        return next((n for n in reversed(range(len(moves))) if _is_of(moves[n], seat)), None)

    def finish(self, end: End) -> None:
        """Ends the match without a winner by the rules.

        Raises:
            ValueError: The match is over.
        """
        self._do(end)

    def _do(self, entry: Entry) -> None:
        self._replay.do(entry)
        self._declined.clear()
        self.revision += 1
        self._write(as_line(entry))


def _is_of(move: Move, seat: int) -> bool:
    return isinstance(move, SeatMove) and move.seat == seat
