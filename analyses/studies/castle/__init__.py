"""The study of Castle: what it plays and finds."""
