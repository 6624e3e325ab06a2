"""The marketplace's side of the service, with the standard library alone. You need not change it."""
