"""`outwit resume NAME`: a run goes on where it was broken off."""

from __future__ import annotations

import os
from typing import Any

import click

from outwit.cli.words import json_option, place_options, quiet_option


@click.command()
@click.argument("name")
@place_options
@json_option
@quiet_option
def command(name: str, as_json: bool, quiet: bool, **places: Any) -> Any:
    """Go on with a run that was broken off; the answer is the same to the bit.

    \b
    outwit match bluff smart anxious --games 1e8 --run night
    outwit resume night --processes 8

    Where it is played may be chosen anew. A run that is done gives its answer again.
    """
    from outwit.cli import group
    from outwit.core.errors import Refused
    from outwit.store.look import look

    spec = look(name).spec
    if not spec.words:
        raise Refused(
            f"The run {name} was made in Python: call the same there again, with the same run."
        )
    try:
        os.chdir(spec.folder)
    except OSError as error:
        raise Refused(f"The run {name} was begun in {spec.folder}: {error.strerror}.") from error
    ctx = click.get_current_context()
    resumed = group.get_command(ctx, spec.words[0])
    assert resumed is not None
    with resumed.make_context(
        spec.words[0], spec.words[1:], parent=ctx.parent, obj=spec.words
    ) as sub:
        if any(place is not None for place in places.values()):
            sub.params |= places
        sub.params |= {
            "run": name,
            "as_json": as_json or sub.params["as_json"],
            "quiet": quiet or sub.params["quiet"],
        }
        return resumed.invoke(sub)
