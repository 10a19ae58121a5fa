"""One file per optional part of the game. ``envs.avalon.hooks`` is the only module that knows which ones there are."""
