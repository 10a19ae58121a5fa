"""Tables for people: numbers from the metrics, shown in a terminal or given as plain data."""
