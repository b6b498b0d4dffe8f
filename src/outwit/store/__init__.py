"""Runs on disk: every finished block kept, resumed, watched, exported."""
