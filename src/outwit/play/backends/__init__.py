"""Where blocks are played: one seam, `submit(block) -> future`; threads of this process by default.

A backend promises nothing but that a future brings its block's sums, or an error. Which worker
plays which block, and when, changes no bit of the result. A worker that is lost brings `Lost`, and
whoever asked has the block played again: what must last is kept elsewhere.
"""

from outwit.play.backends.seam import Backend, Lost, Pool
from outwit.play.backends.threads import Threads, cores

__all__ = ["Backend", "Lost", "Pool", "Threads", "cores"]
