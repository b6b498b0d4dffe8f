"""`outwit play`: sit down at the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from outwit.cli.coach import coach_option
from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.words import again

if TYPE_CHECKING:
    from outwit.cli.coach import Bench
    from outwit.cli.terminal import Terminal
    from outwit.core.game import Game
    from outwit.play.mirror import Final, Round
    from outwit.play.person import Seen
    from outwit.play.sitting import Sitting


@click.command(cls=GameCommand)
@click.argument("game")
@click.argument("agents", nargs=-1, required=True, metavar="me AGENT...")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Same seed, same cards.  [drawn]")
@click.option("--others", metavar="AGENT", help="Who fills the seats that are left.")
@click.option(
    "--order",
    type=click.Choice(["fixed", "balanced", "shuffled"]),
    default="fixed",
    show_default=True,
    help="fixed: seats as listed; balanced: every order in turn; shuffled: drawn for each game.",
)
@click.option("--at-once", is_flag=True, help="Send moves without asking back.")
@coach_option
@click.option(
    "--save", metavar="FOLDER", type=click.Path(path_type=Path), help="Where traces are kept."
)
def command(
    game: str,
    agents: tuple[str, ...],
    seed: int | None,
    others: str | None,
    order: str,
    at_once: bool,
    coach: bool,
    save: Path | None,
) -> int | None:
    """Sit down: `me` is you; several people are me1, me2, ...

    \b
    outwit play leduc me steady --coach
    outwit play bluff me smart anxious --seats 3
    """
    from outwit.cli.coach import Bench
    from outwit.cli.terminal import Left, Terminal
    from outwit.play.person import Person

    sitting = _sitting(the_game(game), agents, others, order, seed)
    people = sum(isinstance(agent, Person) for agent in sitting.agents)
    terminal = Terminal(people=people, at_once=at_once)
    terminal.warn_if_narrow()
    bench = Bench.for_game(sitting.game) if coach else None
    score = Score(sitting)
    try:
        number = 0
        while True:
            _one_game(terminal, sitting, number, score, save or traces_folder(), bench)
            number += 1
            if not _another(terminal):
                break
    except Left:
        terminal.say("You have left the table.")
    except KeyboardInterrupt:
        terminal.say("\nInterrupted.")
        _say_goodbye(terminal, score)
        return 130
    _say_goodbye(terminal, score)
    return None


_YES, _NO = ("", "y", "yes"), ("n", "no", "q", "quit", "exit")


def _another(terminal: Terminal) -> bool:
    """Whether there is to be one game more."""
    reply = terminal.ask("\nAnother game? Enter, or n to leave: ").lower()
    while reply not in (*_YES, *_NO):
        reply = terminal.ask("Enter plays another game, n leaves: ").lower()
    return reply in _YES


def _sitting(
    game: Game, words: tuple[str, ...], others: str | None, order: str, seed: int | None
) -> Sitting:
    """Who plays what. Deals are never shared: nobody should know the cards from before."""
    import secrets

    from outwit.core.errors import UsageError
    from outwit.front import the_agents
    from outwit.play.person import around_the_table, person_named
    from outwit.play.sitting import Sitting

    named = [person_named(game, word) or the_agents(game, word)[0] for word in words]
    if not any(person_named(game, word) for word in words):
        raise UsageError("Nobody sits down: one of the players must be `me`.")
    rest = None if others is None else the_agents(game, others)[0]
    seated = tuple(around_the_table(named, game.seats, rest))
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    return Sitting(game, seated, seed, order, "own")  # type: ignore[arg-type]


def traces_folder() -> Path:
    """Where finished games are kept unless told otherwise."""
    from outwit.core.files import data_folder

    return data_folder() / "traces"


class Score:
    """Pay-offs of the evening, by place of the line-up."""

    def __init__(self, sitting: Sitting):
        self.sitting = sitting
        self.games = 0
        self.points = [0] * sitting.game.seats

    def add(self, round_: Round, final: Final) -> None:
        self.games += 1
        for seat, value in enumerate(final.payoffs):
            self.points[round_.places[seat]] += value

    def text(self) -> str:
        """'After 2 games: me 3, smart 1.'"""
        from outwit.play.sitting import agent_name

        unit = self.sitting.game.unit
        parts = [
            f"{agent_name(agent)} {points * unit:g}"
            for agent, points in zip(self.sitting.agents, self.points, strict=True)
        ]
        games = "1 game" if self.games == 1 else f"{self.games} games"
        return f"After {games}: {', '.join(parts)}."


def _say_goodbye(terminal: Terminal, score: Score) -> None:
    if score.games:
        terminal.say(score.text())
    terminal.say(f"again: {again(seed=score.sitting.seed)}")


def _one_game(
    terminal: Terminal,
    sitting: Sitting,
    number: int,
    score: Score,
    folder: Path,
    bench: Bench | None,
) -> None:
    """From the deal to the result; the trace is kept."""
    from outwit.core.game import OVER
    from outwit.play.mirror import Round
    from outwit.play.person import Seen

    round_ = Round(sitting, number)
    seen = Seen(round_)
    terminal.shown_to = None
    _introduce(terminal, round_, seen)
    while (mover := round_.mover) != OVER:
        move = _next_move(terminal, round_, seen, mover)
        seen.note(mover, move)
        round_.make(mover, move)
    final = round_.finish()
    score.add(round_, final)
    _show_end(terminal, round_, seen, final)
    if bench is not None:
        bench.after(terminal, round_, seen)
    terminal.say(score.text())
    _keep(terminal, round_, final, folder)


def _introduce(terminal: Terminal, round_: Round, seen: Seen) -> None:
    game = round_.sitting.game
    seats = ", ".join(
        f"{seen.name(seat)}{' is you' if seat in seen.lines and terminal.people == 1 else ''}"
        for seat in range(game.seats)
    )
    terminal.say(f"\n{game.title or type(game).__name__}, game {round_.number + 1}: {seats}.")
    if round_.number == 0:
        terminal.say("? explains, ?rules tells the rules, quit leaves.", dim=True)


def _next_move(terminal: Terminal, round_: Round, seen: Seen, mover: int) -> int:
    from outwit.cli.seat import Seat

    if mover not in seen.lines:
        with terminal.thinking(seen.name(mover).capitalize() if mover >= 0 else "Chance"):
            return round_.ask(mover)
    terminal.turn_to(mover, seen.name(mover))
    return Seat(terminal, round_, seen, mover).move()


def _show_end(terminal: Terminal, round_: Round, seen: Seen, final: Final) -> None:
    """What each person has not seen yet, and the result, which all see."""
    game = round_.sitting.game
    terminal.say()
    if terminal.people == 1:
        (seat,) = seen.lines
        for line in seen.news(seat)[-_LAST:]:
            terminal.say(f"  {line}", dim=True)
        terminal.say()
    else:
        terminal.clear()
    terminal.rule("the end")
    if shown := game.end_text(round_.state):
        terminal.draw(shown)
    for line in _result(game, seen, final):
        terminal.say(line)


def _result(game: Game, seen: Seen, final: Final) -> list[str]:
    """'  seat 1 (me) gets -1', who won, and how the game ended where that is not decided."""
    best = max(final.payoffs)
    even = min(final.payoffs) == best
    told = []
    for seat, value in enumerate(final.payoffs):
        mark = " *" if value == best and final.ending == 0 and not even else ""
        told.append(f"  {seen.name(seat)} gets {value * game.unit:g}{mark}")
    if final.ending:
        return [*told, f"The game ended {game.endings[final.ending]}."]
    winners = [seat for seat, value in enumerate(final.payoffs) if value == best]
    names = ["You" if len(seen.lines) == 1 and s in seen.lines else seen.name(s) for s in winners]
    if even and len(winners) > 1:
        return [*told, "Nobody is ahead: the game is even."]
    verb = "win" if names == ["You"] or len(names) > 1 else "wins"
    return [*told, f"{' and '.join(names).capitalize()} {verb}."] if game.seats > 1 else told


_LAST = 10


def _keep(terminal: Terminal, round_: Round, final: Final, folder: Path) -> None:
    """Save the trace; a folder that cannot be written to ends no evening."""
    import shlex

    from outwit.core.errors import OutwitError
    from outwit.play.sitting import agent_name
    from outwit.play.trace import Trace
    from outwit.play.worker import game_name

    sitting = round_.sitting
    names = tuple(agent_name(round_.agent(seat)) for seat in range(sitting.game.seats))
    trace = Trace(sitting.game, tuple(round_.made), final, names, again(seed=sitting.seed))
    path = folder / f"{game_name(sitting.game)}-{sitting.seed}-{round_.number + 1}.trace.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trace.save(path)
    except (OSError, OutwitError) as error:
        terminal.say(f"The trace could not be kept: {error}")
        return
    terminal.say(f"The whole game, cards open: outwit replay {shlex.quote(str(path))}")


__all__ = ["command"]
