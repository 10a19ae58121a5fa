"""Words: what people and language models read, in every language the house speaks. Imports nothing of ours.

No rules live here, and no rule depends on a word of it. The folder of a game:

``prompts/<game>/vocabulary.py``
    What every language must say: ``VOCABULARY``, a ``prompts.shapes.Vocabulary``. It holds the groups of names in the order
    of the numbers that events carry, the roles in index order, the phrases, and one ``Shape`` for each event code (lower-case
    name): its kind, its variants with their placeholders, and the function that reads an event into a variant and fields.
``prompts/<game>/<lang>/lexicon.toml``
    The words themselves: ``[words] [summary] [names.*] [phrases.*] [roles.*] [events.*]`` and ``forged_moderator``. The loader
    refuses a missing or unknown key and a template whose placeholders differ from the vocabulary's, so languages cannot drift.
``prompts/<game>/<lang>/*.md``
    Longer texts with front matter.

To add a game, write its vocabulary and one lexicon; to add a language, copy a lexicon folder and translate it: it is then
listed by ``languages(game)``. In templates the noun for a seat is written out and ``{actor}``, ``{target}``, ``{hearer}`` give
its number (with the display name in brackets), so that each language declines the noun as it must; ``{group}`` and ``{hearers}``
bring their own noun, from ``[words]``. Roles have a bare ``name`` and ``one``, the form in a claim ("claims to be a Priest").
A game with expansions has a group of names ``expansion``, by expansion id; ``Narrator.header`` reads it. A bit set of seats
becomes text by ``voice.group``, a secret told to its holder by ``shapes.person``, a word on its channel by ``shapes.spoken``.
"""
