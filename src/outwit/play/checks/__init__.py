"""What `outwit check` tries on a game and its agents, one file for each group of checks.

Every check raises a `Fault`: one sentence that names file, class and method and says what to mend.
"""
