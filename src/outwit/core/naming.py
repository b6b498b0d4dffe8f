"""Seats as people speak of them: 'you' to whoever sits there, 'seat 2' to the others."""

from __future__ import annotations


def named(seat: int, viewer: int) -> str:
    """'you', or 'seat 2'."""
    return "you" if seat == viewer else f"seat {seat + 1}"


def does(seat: int, viewer: int, verb: str, yours: str = "") -> str:
    """'you draw', or 'seat 2 draws': `yours` where more than an s at the end is to go."""
    return f"{named(seat, viewer)} {verbed(seat, viewer, verb, yours)}"


def verbed(seat: int, viewer: int, verb: str, yours: str = "") -> str:
    """'draw' to whoever does it, 'draws' to the others."""
    return (yours or verb.removesuffix("s")) if seat == viewer else verb
