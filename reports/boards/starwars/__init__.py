"""The picture of a board of Star Wars: deep space, asteroid fields, trade routes, planets."""
