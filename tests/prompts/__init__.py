"""Words: lexicons, narration, quoting."""
