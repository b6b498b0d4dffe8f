"""Elements of HTML as text: everything that is not an element is escaped."""

from __future__ import annotations

from html import escape

VOID = ("img", "meta", "link", "br")


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str) -> Html:
    """`tag("td", "a < b", class_="soft")`; attributes that are empty are left out."""
    words = [name] + [
        f'{key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value
    ]
    start = f"<{' '.join(words)}>"
    return Html(start if name in VOID else f"{start}{together(*children)}</{name}>")


def together(*children: str) -> Html:
    """Several pieces one after another."""
    return Html("".join(c if isinstance(c, Html) else escape(c, quote=False) for c in children))


__all__ = ["Html", "tag", "together"]
