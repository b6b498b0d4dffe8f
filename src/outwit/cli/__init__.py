"""The command line: one file per command, imported when it is called.

`outwit --help` imports nothing but click: the sentences about the commands stand here.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Any

import click

COMMANDS = {
    "games": "List the games, or the options of one.",
    "agents": "List the agents that play a game, with their parameters.",
    "match": "How often each agent wins, per seat, with intervals.",
    "race": "Which is better: games until it is known.",
    "tournament": "Every line-up of some agents: who beats whom, ratings.",
    "plan": "How many games an answer needs.",
    "learn": "Train an agent against others, and keep what it has learnt.",
    "reproduce": "The papers again: what comes back and what does not.",
    "solve": "The equilibrium, or the optimum, of a small game; its value with a proof.",
    "respond": "The best response to agents, and what it gets.",
    "population": "Which strategy spreads, which can be invaded.",
    "play": "Sit down at the table: you against agents, or several people.",
    "trace": "One game in words, move by move.",
    "replay": "A saved game again, every move checked.",
    "check": "Whether a game and its agents keep the contract.",
    "new": "Begin a game or an agent of your own.",
    "bench": "How fast a game is played here, your own too.",
    "runs": "List, watch, export or remove the runs that were kept.",
    "resume": "Go on with a run that was broken off.",
}
"""Names and sentences; `outwit.cli.NAME` holds `command`."""


class Commands(click.Group):
    """Looks a command up when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = importlib.import_module(f"outwit.cli.{name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            from outwit.core.errors import did_you_mean

            hint = did_you_mean(args[0], COMMANDS)
            raise click.UsageError(f'No command "{args[0]}".{hint} `outwit --help` lists all.')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="outwit", message="%(prog)s %(version)s")
def group() -> None:
    """Which strategy wins, and how sure are we?

    \b
    outwit match kuhn equilibrium random
    outwit games
    """


def main() -> None:
    """The `outwit` command: sentences instead of tracebacks, and the exit codes of the house."""
    warnings.showwarning = lambda message, *_where: _complain(str(message))
    sys.exit(run(sys.argv[1:]))


def run(args: list[str]) -> int:
    """One command line; returns its exit code: 0 done, 1 no, 2 wrong usage, 130 interrupted."""
    try:
        code = group.main(args, prog_name="outwit", standalone_mode=False, obj=list(args))
        return code if isinstance(code, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.ClickException as error:
        _complain(error.format_message() + _hint(error))
        return 2
    except (click.exceptions.Abort, KeyboardInterrupt):
        _complain("Interrupted.")
        return 130
    except BrokenPipeError:
        # Whoever reads has seen enough (`| head`); nothing is left to say.
        sys.stderr.close()
        return 0
    except Exception as error:
        from outwit.core.errors import OutwitError

        if not isinstance(error, OutwitError):
            raise
        _complain(str(error))
        return error.exit_code


def _hint(error: click.ClickException) -> str:
    """Where to look when something is missing: examples help more than a rule."""
    if isinstance(error, click.MissingParameter) and error.ctx is not None:
        return f" `{error.ctx.command_path} --help` shows examples."
    return ""


def _complain(sentence: str) -> None:
    click.echo(sentence, err=True)
