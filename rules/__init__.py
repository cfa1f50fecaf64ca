"""The rules of each game: data, options and a headless engine. Imports nothing else of houserules."""
