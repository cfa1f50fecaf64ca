"""pandas pipelines: a run directory in, small tidy tables with intervals out."""
