"""`python -m bench.races`: docs/reference/races.md, its figures, the table in the README.

Everything is exact, by the walks of `outwit.compare.law`; some minutes. With `--run NAME` what was
walked once is kept. `outwit plan --races --figures FOLDER` shows the same to whoever has no
checkout.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from outwit.compare.figures import FLOOR, Figure, figures
from outwit.compare.law import Law
from outwit.compare.methods import METHODS
from outwit.compare.needed import MEANS, Laws
from outwit.papers import curves
from outwit.play.where import Where
from outwit.store.run import Run

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "races.md"
README = ROOT / "README.md"
BEGIN, END = "<!-- races: by `python -m bench.races` -->\n", "<!-- /races -->"
Rows = Mapping[str, Sequence[Law]]

INTRODUCTION = """\
# How many games a race needs

Expected games until a race between two that win and lose is over, by the share of games that one
of them wins. Margin {margin:g}, error {error:g}. Every figure is exact: each race is a stopping
rule of a coin, and its law follows from a walk over games and wins (`outwit.compare.law`), without
simulation. `∞`: the race need not stop.
"""
RATIOS = """\
The same as a share of what ILEBR* 2, the thesis's best, needs. `margin` makes the same promise: an
error of at most {error:g} where one of the two wins more than {upper:g} of the games.
"""
ERRORS = """\
## How often the answer is wrong

For `margin` a race that names nobody is wrong too from the margin on ({lower:g} and less), and
right within it. At 0.5 nobody is worse: there it is the chance that the second is named.
"""
NOBODY = """\
## How often nobody is named

`margin` says that the two are too close to tell; `anytime` has reached its cap, which is ILEBR* 2's
longest race.
"""
NOTES = """\
## What is behind it

- Races that stop by the width of an intersected interval (`limited-hoeffding`, `lebr`, `ilebr`,
  `ilebr-2`, and the stars near 0.5) remember more than games and wins. Their games lie between
  bounds that the walk proves (`low`, `high` of `outwit.compare.law.law`, apart by up to
  {apart:.1%}); the table shows an estimate within them, which simulations of up to 400,000 races
  confirm to 0.03 %.
- `and` joins the conditions of the thesis's loops. Read literally, with `or`, `ilebr-star` and
  `ilebr-star-2` never end, and `ilebr` and `ilebr-2` go on until their interval is narrow:
  `law(method, mu, reading="literal")`.
- `hoeffding` and `bernstein` are races that nothing limits: on a fair coin they go on for ever
  with a chance of at least {sure:g}.

```python
from outwit.compare import error_rate, expected_games

assert error_rate("margin", 0.49) <= 0.05
assert expected_games("margin", 0.49) <= expected_games("ilebr-star-2", 0.49) / 4
assert expected_games("hoeffding", 0.5) == float("inf")
```

```console
$ outwit plan --margin 0.05
```

`outwit plan --races` prints this table for any margin and error; with `--figures FOLDER` it draws
the figures below. This page, with its figures and their data as CSV, is made by
`python -m bench.races`.

## The thesis's figures, exact

The thesis simulated figures 2.4 to 2.7. Figure 2.6 has four curves for five algorithms there, as
here: those of `ilebr-star` and `ilebr-star-2` coincide. The first figure is not in the thesis.
"""


def page(laws: Laws, found: Rows, drawn: Sequence[Figure]) -> str:
    """docs/reference/races.md."""
    paper = [law.games for law in found["ilebr-star-2"]]
    ratios = {
        method: [law.games / games for law, games in zip(row, paper, strict=True)]
        for method, row in found.items()
    }
    apart = max((law.high - law.low) / law.games for row in found.values() for law in row
                if math.isfinite(law.games))  # fmt: skip
    parts = [
        INTRODUCTION.format(margin=laws.margin, error=laws.error),
        table(found, lambda law: games_text(law.games)),
        RATIOS.format(error=laws.error, upper=0.5 + laws.margin),
        table(ratios, lambda r: "∞" if math.isinf(r) else f"{r:.3f}"),
        ERRORS.format(lower=0.5 - laws.margin),
        table(found, lambda law: chance_text(law.error)),
        NOBODY,
        table({m: found[m] for m in ("margin", "anytime")}, lambda law: chance_text(law.nobody)),
        NOTES.format(apart=apart, sure=1 - laws.error),
        *(f"![{f.title}]({PAGE.stem}/{f.name}.svg)\n\n{caption(f)}\n" for f in drawn),
    ]
    return "\n".join(parts)


def caption(figure: Figure) -> str:
    """'*Figure 2.6: Games that ...* [data](races/figure-2-6.csv)'"""
    number = figure.name.removeprefix("figure-").replace("-", ".")
    label = f"Figure {number}: " if number != figure.name.replace("-", ".") else ""
    return f"*{label}{figure.title}.* [Data]({PAGE.stem}/{figure.name}.csv)"


def table(cells: Mapping[str, Sequence[Any]], text: Callable[[Any], str]) -> str:
    """Methods by means."""
    lines = ["| | " + " | ".join(f"{mu:g}" for mu in MEANS) + " |"]
    lines.append("|---" + "|--:" * len(MEANS) + "|")
    for method, row in cells.items():
        lines.append(f"| {method} | " + " | ".join(map(text, row)) + " |")
    return "\n".join(lines) + "\n"


def games_text(games: float) -> str:
    """'44,931', '∞'."""
    return "∞" if math.isinf(games) else f"{games:,.0f}"


def chance_text(chance: float) -> str:
    """'0.05', '1.1e-05', '<1e-12'."""
    return f"{chance:.2g}" if chance >= FLOOR else f"<{FLOOR:g}"


def ordered(drawn: Sequence[Figure]) -> list[Figure]:
    """Ours first, then the thesis's as numbered."""
    return sorted(drawn, key=lambda f: (f.name.startswith("figure"), f.name))


def readme(found: Rows) -> str:
    """The README with the table of games between its marks."""
    text = README.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    games = table(found, lambda law: games_text(law.games))
    return f"{head}{BEGIN}\n{games}\n{END}{tail}"


@click.command()
@click.option("--run", "name", help="Keep what was walked in the run of this name.")
def command(name: str | None) -> None:
    """The exact table of games needed, and the thesis's figures."""
    with nullcontext() if name is None else Run(name) as run:
        laws = Laws(where=Where(keeper=run), progress=lambda what: click.echo(what, err=True))
        found = {}
        for method in METHODS:
            row = laws.row(method)
            found[method] = [law for law in row if law is not None]
            assert len(found[method]) == len(MEANS)
        drawn = []
        for figure in figures(laws):
            click.echo(curves.write(figure, PAGE.with_suffix("")))
            drawn.append(figure)
    PAGE.write_text(page(laws, found, ordered(drawn)), encoding="utf-8")
    README.write_text(readme(found), encoding="utf-8")
    click.echo(f"{PAGE}\n{README}")


if __name__ == "__main__":
    command()
