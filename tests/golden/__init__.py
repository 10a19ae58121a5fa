"""Golden transcripts, one full match per preset."""
