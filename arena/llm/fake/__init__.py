"""A fake OpenAI-compatible endpoint: real HTTP, no model, and every kind of misbehaviour on request."""
