"""Pictures of boards: one canvas, one page, sheets of scenery, and a `scene` for each game."""
