"""GAME's own options as flags of a command: `--seats 5`, `--all-bust split`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from outwit.core.game import Game

FLAGS = "outwit.flags"
"""Where a command's context keeps the flags that are the game's own."""


class GameCommand(click.Command):
    """A command whose game brings options of its own: `--seats 5`, `--all-bust split`.

    Flags that the command does not know are taken out before click reads the rest; `the_game`
    hands them to the game, which knows what they mean. What follows `--` is left alone.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {
            name for param in self.get_params(ctx) for name in param.opts + param.secondary_opts
        }
        ctx.meta[FLAGS] = {}
        kept: list[str] = []
        rest = list(args)
        while rest:
            word = rest.pop(0)
            if word == "--":
                kept += [word, *rest]
                break
            flag, equals, value = word.partition("=")
            if not flag.startswith("--") or flag in known:
                kept.append(word)
                # The value of a known option is not a flag, even where it looks like one.
                if flag in known and not equals and self._takes_value(ctx, flag) and rest:
                    kept.append(rest.pop(0))
                continue
            if not equals:
                if not rest or rest[0].startswith("--"):
                    self._without_value(ctx, flag)
                value = rest.pop(0)
            ctx.meta[FLAGS][flag[2:].replace("-", "_")] = value
        return super().parse_args(ctx, kept)

    def _takes_value(self, ctx: click.Context, flag: str) -> bool:
        for param in self.get_params(ctx):
            if isinstance(param, click.Option) and flag in param.opts + param.secondary_opts:
                return not param.is_flag and not param.count
        return False

    def _without_value(self, ctx: click.Context, flag: str) -> None:
        raise click.UsageError(f"{flag} needs a value after it.{near_flag(self, ctx, flag)}")


def near_flag(
    command: click.Command, ctx: click.Context, flag: str, own: Iterable[str] = ()
) -> str:
    """' Did you mean --games?' for a flag that nobody knows; `own` are those of the game."""
    from outwit.core.errors import did_you_mean

    known = [name for param in command.get_params(ctx) for name in param.opts if name[:2] == "--"]
    return did_you_mean(flag, [*own, *known])


def the_game(word: str) -> Game:
    """The game that GAME stands for, with the options given as flags."""
    from outwit import catalogue
    from outwit.core.errors import UsageError
    from outwit.core.options import options_of

    ctx = click.get_current_context()
    flags: Mapping[str, Any] = ctx.meta.get(FLAGS, {})
    known = options_of(catalogue.game_class(word))
    for name in flags:
        if name not in known:
            flag = f"--{name.replace('_', '-')}"
            own = [f"--{key.replace('_', '-')}" for key in known]
            near = near_flag(ctx.command, ctx, flag, own)
            listed = ", ".join(own) or "none"
            raise UsageError(
                f"{flag} is no option of this command, nor of {word} (its own: {listed}).{near}"
            )
    return catalogue.game(word, **flags)


__all__ = ["FLAGS", "GameCommand", "near_flag", "the_game"]
