"""The words everyone uses: game, agent, generator, result, interval. It knows no other room."""
