"""One module a verb of the command line; each holds a click command named `command`."""
