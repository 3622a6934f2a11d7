"""Chance: by the seed alone, in the way that RECORD.md says, on every Python."""

import random

import pytest

from uno_duo.core import Face, Rules, cards, full_deck, new_match
from uno_duo.dealer import due_shuffle, generator_for, new_seed, pick, seed_of_match, shuffled

DECK = (
    [
        f"{colour}{symbol}"
        for colour in "RYGB"
        for symbol in ("0", *"112233445566778899", "S", "S", "R", "R", "+2", "+2")
    ]
    + ["W"] * 8
    + ["W4"] * 4
)


def by_the_book(seed: int, k: int) -> list[str]:
    """RECORD.md, *The header*, word for word."""
    order = list(DECK)
    r = random.Random(f"{seed}/shuffle/{k}")
    for i in range(len(order) - 1, 0, -1):
        j = int(r.random() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32 - 1, -5, 10**30])
@pytest.mark.parametrize("k", [0, 1, 30])
def test_the_shuffle_is_that_of_the_book(seed: int, k: int) -> None:
    found = due_shuffle(new_match(Rules.duo()), seed, k)
    assert [face.code for face in found.order] == by_the_book(seed, k)


@pytest.mark.parametrize(
    ("seed", "k", "first"),
    [
        (7, 0, "B8 G+2 RR G5 GR G+2 B4 R1 B7 R9 R5 R6"),
        (7, 1, "W B3 W R2 BS Y6 Y7 G8 G1 Y6 R1 R6"),
        (0, 0, "Y3 B8 B5 Y0 Y8 B6 RS G5 B9 W Y3 G5"),
    ],
)
def test_golden_orders(seed: int, k: int, first: str) -> None:
    assert shuffled(full_deck(Rules.duo()), seed, k)[:12] == cards(first)


def test_a_shuffle_asks_nothing_of_the_order_before() -> None:
    deck = list(full_deck(Rules.duo()))
    assert shuffled(deck, 7, 3) == shuffled(reversed(deck), 7, 3)
    assert sorted(shuffled(deck, 7, 3)) == deck


def test_the_deck_is_that_of_the_rules() -> None:
    assert len(due_shuffle(new_match(Rules(extra_wilds=0)), 7, 0).order) == 108


def test_in_the_middle_of_a_round_the_discards_but_the_top_are_shuffled() -> None:
    from tests.core.positions import A, after, position
    from uno_duo.core import Draw

    rules = Rules.classic()
    state = after(position("R1 R2", "Y1 Y2", "G1 B9 W G2 Y5", draw="", rules=rules, colour=None), Draw(seat=A))
    found = due_shuffle(state, 7, 4)
    assert found.order == shuffled(cards("G1 B9 W G2"), 7, 4)
    assert sorted(found.order) == sorted(cards("G1 B9 W G2"))


@pytest.mark.parametrize(("is_uno_question", "kind"), [(False, "bot"), (True, "uno")])
def test_a_bot_has_the_generator_of_the_book(is_uno_question: bool, kind: str) -> None:
    expected = random.Random(random.Random(f"7/{kind}/1/42").getrandbits(64))
    found = generator_for(7, 1, 42, is_uno_question=is_uno_question)
    assert [found.random() for _ in range(5)] == [expected.random() for _ in range(5)]


def test_each_match_of_many_has_a_seed_of_its_own() -> None:
    assert len({seed_of_match(7, index) for index in range(1000)}) == 1000
    assert seed_of_match(7, 3) == seed_of_match(7, 3) != seed_of_match(8, 3)


def test_a_new_seed_is_new() -> None:
    assert len({new_seed() for _ in range(20)}) > 15


def test_each_option_is_picked_as_often() -> None:
    chance = random.Random(7)
    picked = [pick((Face.R0, Face.R1, Face.R2), chance) for _ in range(3000)]
    assert all(900 < picked.count(face) < 1100 for face in (Face.R0, Face.R1, Face.R2))
