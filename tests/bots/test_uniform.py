from collections import Counter
from random import Random

from tests.core.positions import position
from uno_duo.bots.uniform import UniformBot
from uno_duo.core import CallOut, SeatMove, legal_moves, view_for


def test_each_legal_move_is_equally_likely() -> None:
    state = position("R1 RR W B9", "G3 B4")
    moves = [move for move in legal_moves(state) if isinstance(move, SeatMove)]
    generator = Random(1)
    chosen = Counter(UniformBot().choose(view_for(state, 0), moves, generator) for _ in range(800 * len(moves)))
    assert set(chosen) == set(moves)
    assert all(700 < count < 900 for count in chosen.values())


def test_it_answers_an_uno_question_either_way() -> None:
    view = view_for(position("R1 R2", "G3", uno_open=1), 0)
    generator = Random(1)
    wanted = sum(UniformBot().wants(view, CallOut(seat=0), generator) for _ in range(1000))
    assert 450 < wanted < 550
