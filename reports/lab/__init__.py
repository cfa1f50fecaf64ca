"""The lab in the browser: a page on this machine that asks, shows answers as they grow, and keeps them.

It has no engine and no answers of its own. A question is a command, played by `simulate.cli.player` in the
folder where the lab was started; runs and answers are those of the command line. `serve` is what others use.
"""
