"""`outwit play --coach`: after the hand, what the equilibrium would have done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from outwit.cli.progress import LiveLine

if TYPE_CHECKING:
    from outwit.cli.terminal import Terminal
    from outwit.core.game import Game
    from outwit.play.mirror import Round
    from outwit.play.person import Seen
    from outwit.solve.coach import Choice, Coach, Verdict

RARE = 0.005
"""Moves less probable than this are left out of what the equilibrium plays."""


class Bench:
    """The coach beside the table, and what each seat's person has given away so far."""

    def __init__(self, coach: Coach) -> None:
        self.coach = coach
        self.games = 0
        self.lost: dict[str, float] = {}

    @classmethod
    def for_game(cls, game: Game) -> Bench:
        """Solve the game, or find it solved; says how far it is."""
        from outwit.core.files import data_folder
        from outwit.solve.coach import coach_for

        with LiveLine() as line:
            return cls(
                coach_for(
                    game,
                    folder=data_folder() / "coach",
                    nodes=lambda count, about: line.show(count, about, "nodes of the tree"),
                    # What is lost falls about as one over the iterations.
                    progress=lambda count, part: line.show(
                        count, count * max(part, 1.0), "iterations for the coach"
                    ),
                )
            )

    def after(self, terminal: Terminal, round_: Round, seen: Seen) -> None:
        """What each person's decisions were worth, seat by seat."""
        from outwit.play.sitting import agent_name

        verdicts = _verdicts(self.coach, round_, list(seen.lines))
        self.games += 1
        for seat in seen.lines:
            who = "you" if len(seen.lines) == 1 else seen.name(seat)
            mine = [verdict for verdict in verdicts if verdict.seat == seat]
            terminal.say()
            if not mine:
                terminal.say(f"Coach: there was nothing for {who} to decide.")
                continue
            terminal.say(f"Coach: what the equilibrium plays, and what {who} gave away (pay-off)")
            for number, verdict in enumerate(mine, 1):
                self._tell(terminal, number, verdict, who)
            name = agent_name(round_.agent(seat))
            self.lost[name] = self.lost.get(name, 0.0) + sum(verdict.lost for verdict in mine)
            terminal.say(f"  {self._total(mine, who, self.lost[name])}")

    def _tell(self, terminal: Terminal, number: int, verdict: Verdict, who: str) -> None:
        for i, line in enumerate(verdict.seen.splitlines()):
            terminal.say(f"{f'  {number}.' if i == 0 else '':<4} {line}")
        if not verdict.expected:
            terminal.say("     The other seat slipped before this: the equilibrium would not have.")
        lost = f"lost {self.told(verdict.lost)}" if verdict.lost else "lost nothing"
        names = {who: f"{verdict.made.words}   {lost}", "it": _mixed(verdict.choices)}
        width = max(len(name) for name in names)
        for name, text in names.items():
            terminal.say(f"     {f'{name}:':<{width + 1}} {text}")

    def _total(self, mine: list[Verdict], who: str, so_far: float) -> str:
        here = sum(verdict.lost for verdict in mine)
        text = f"In this game {who} gave away {self.told(here) if here else 'nothing'}"
        if self.games > 1:
            text += f", in {self.games} games {self.told(so_far) if so_far else 'nothing'}"
        return text + "."

    def told(self, lost: float) -> str:
        """With the digits that the coach's accuracy supports."""
        import math

        digits = max(1, math.floor(-math.log10(self.coach.accuracy)))
        return f"{lost:.{min(digits, 6)}f}".rstrip("0").rstrip(".")


def _verdicts(coach: Coach, round_: Round, seats: list[int]) -> list[Verdict]:
    """The game again, move by move: what each of these seats saw, and did."""
    from outwit.core.layout import blank_state

    game, found = round_.sitting.game, []
    state = blank_state(game)
    game.start(state)
    for made in round_.made:
        if made.mover in seats:
            found.append(coach.judge(state.table, state.own[made.mover], made.mover, made.move))
        game.apply(state, made.move)
    return found


def _mixed(choices: tuple[Choice, ...]) -> str:
    """'fold 67 %, call 33 %', the likeliest first."""
    played = sorted((c for c in choices if c.chance >= RARE), key=lambda c: -c.chance)
    if played[0].chance >= 1.0 - RARE:
        return played[0].words
    return ", ".join(f"{c.words} {c.chance:.0%}".replace("%", " %") for c in played)


def coach_option(command: click.decorators.FC) -> click.decorators.FC:
    """`--coach`."""
    return click.option(
        "--coach",
        is_flag=True,
        help="After each game: what the equilibrium would have done, and what that cost you.",
    )(command)


__all__ = ["Bench", "coach_option"]
