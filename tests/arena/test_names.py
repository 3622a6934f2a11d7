"""What programs are called."""

import pytest

from uno_duo.arena.names import names_of, shortened


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("./mybot", "./mybot"),
        ("python mybot", "python mybot"),
        ("python mybot.py", "pyt…mybot.py"),
        ("/usr/bin/python3 bots/mybot.py --deep", "/us…y --deep"),
        ("a\x1b[31m\n", "a\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_a_command_line_is_shortened_in_its_middle(command: str, name: str) -> None:
    assert shortened(command, 12) == name


def test_a_short_command_line_is_as_long_as_it_may_be() -> None:
    command = "python bots/mybot.py --level 7"
    assert [len(shortened(command, longest)) for longest in range(1, 40)] == [*range(1, 30), *[30] * 10]


def test_command_lines_that_could_not_be_told_apart_any_more_are_left_whole() -> None:
    one, two = (f"python bot.py --level {level} --and-very-much-more" for level in (1, 2))
    assert names_of((one, "./mybot", two, one), 20) == {one: one, "./mybot": "./mybot", two: two}
    assert names_of((one, "./mybot"), 20) == {one: "python…ery-much-more", "./mybot": "./mybot"}
