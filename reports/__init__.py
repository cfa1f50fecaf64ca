"""Tables in, pictures and one-file HTML reports out."""
