"""`@unit(signature)`: a loop over plain arrays, compiled when first called, kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar, cast

from numba.core import sigutils

from outwit.play.fingerprint import fingerprint
from outwit.play.program import compile_unit

F = TypeVar("F", bound=Callable[..., Any])


def unit(signature: str) -> Callable[[F], F]:
    """Compile a function for one signature, in Numba's notation: `"f8(f8[::1], i8)"`."""

    def wrap(function: F) -> F:
        @cache
        def made() -> Any:
            args, result = sigutils.normalize_signature(signature)
            mark = fingerprint("unit", function.__qualname__, signature, function)
            return compile_unit(function, result(*args) if result is not None else args, mark)

        @wraps(function)
        def call(*args: Any) -> Any:
            return made()(*args)

        return cast(F, call)

    return wrap
