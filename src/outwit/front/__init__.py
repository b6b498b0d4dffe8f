"""What people call: words become games and agents, then the rooms do the work.

The command line and `import outwit` share these functions, so a name, a file, an option mean the
same in both.
"""

from outwit.front.checking import check, examination
from outwit.front.comparing import population, race, tournament
from outwit.front.learning import learn
from outwit.front.playing import bench, match, sitting, trace
from outwit.front.solving import respond, solve
from outwit.front.words import AgentLike, GameLike, the_agents, the_game, the_learners

__all__ = [
    "AgentLike",
    "GameLike",
    "bench",
    "check",
    "examination",
    "learn",
    "match",
    "population",
    "race",
    "respond",
    "sitting",
    "solve",
    "the_agents",
    "the_game",
    "the_learners",
    "tournament",
    "trace",
]
