"""Where models are served: rows of ``endpoints.toml``, found by model name or by address. Keys are looked up when needed."""

import os
import tomllib
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.roster import SpecError

FILE_ENV = "MASQUE_ENDPOINTS"
NO_KEY = "no-key"
"""What is sent where an endpoint wants no key: the client library insists on one."""
TokenName = Literal["max_tokens", "max_completion_tokens"]


class EndpointError(SpecError):
    """An endpoint that cannot be used; one sentence, without any key."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Endpoint(_Strict):
    """One address. ``key_env`` names the environment variable that holds the key, "" for none."""

    id: str
    url: str
    key_env: str = ""
    concurrent: int = Field(default=256, ge=1)
    per_minute: int = Field(default=0, ge=0)
    tokens: TokenName = "max_tokens"
    models: tuple[str, ...] = ()

    def key(self) -> str:
        """The key itself. Raises ``EndpointError`` when the variable is not set. Never keep or print what it gives."""
        if not self.key_env:
            return NO_KEY
        value = os.environ.get(self.key_env, "").strip()
        if not value:
            raise EndpointError(f"endpoint '{self.id}' needs a key; set the environment variable {self.key_env}")
        return value


class Price(_Strict):
    """US dollars for a million tokens, and the context in tokens (0 when unknown)."""

    model: str
    input: float | None = Field(default=None, ge=0)
    output: float | None = Field(default=None, ge=0)
    context: int = Field(default=0, ge=0)

    def cost(self, tokens_in: int | None, tokens_out: int | None) -> float | None:
        """Dollars, or None when a price or a number is unknown."""
        if self.input is None or self.output is None or tokens_in is None or tokens_out is None:
            return None
        return (tokens_in * self.input + tokens_out * self.output) / 1e6


class _File(_Strict):
    endpoint: tuple[Endpoint, ...] = ()
    price: tuple[Price, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A model at an endpoint, with its price."""

    model: str
    endpoint: Endpoint
    price: Price

    def with_key(self, key_env: str) -> "Place":
        """The same place, its key taken from another variable."""
        return replace(self, endpoint=self.endpoint.model_copy(update={"key_env": key_env}))

    def with_prices(self, prices: dict[str, float]) -> "Place":
        """The same place at other prices."""
        return replace(self, price=self.price.model_copy(update=prices)) if prices else self


def check_address(url: str) -> str:
    """``url`` without a closing slash. Raises ``EndpointError`` for what is no address or holds a secret; repeats no secret."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise EndpointError("an address that cannot be read; write it like http://localhost:8000/v1") from None
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise EndpointError("an address holds no user, password or query; put the key into a variable and give key_env=NAME")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise EndpointError(f"'{url}' is no address of an endpoint; write it like http://localhost:8000/v1")
    return url.rstrip("/")


def find_place(model: str, url: str = "") -> Place:
    """The endpoint that serves ``model``. Without ``url`` the name must be known. Raises ``EndpointError``."""
    book = _files(os.environ.get(FILE_ENV, ""))
    price = next((row for row in book.price if row.model == model), Price(model=model))
    if url:
        address = check_address(url)
        known = next((row for row in book.endpoint if row.url.rstrip("/") == address), None)
        return Place(model, known or Endpoint(id=urlsplit(address).netloc, url=address), price)
    for row in book.endpoint:
        if any(fnmatchcase(model, pattern) for pattern in row.models):
            return Place(model, row, price)
    raise EndpointError(f"no endpoint is known for the model '{model}'; give an address: llm:{model}@http://localhost:8000/v1")


def known_endpoints() -> tuple[Endpoint, ...]:
    """Every endpoint of the files, the user's first."""
    return _files(os.environ.get(FILE_ENV, "")).endpoint


@lru_cache(maxsize=8)
def _files(extra: str) -> _File:
    shipped = resources.files("agents.llm").joinpath("endpoints.toml").read_text("utf-8")
    files = [_parsed("endpoints.toml", shipped)]
    if extra:
        try:
            files.insert(0, _parsed(extra, Path(extra).read_text("utf-8")))
        except (OSError, UnicodeDecodeError) as error:
            raise EndpointError(f"{FILE_ENV} names {extra}, which cannot be read: {type(error).__name__}") from None
    return _File(
        endpoint=tuple(row for file in files for row in file.endpoint), price=tuple(row for file in files for row in file.price)
    )


def _parsed(where: str, text: str) -> _File:
    try:
        file = _File.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise EndpointError(f"{where} is not TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        raise EndpointError(f"{where}: '{key}': {first['msg'][:1].lower()}{first['msg'][1:]}") from None
    for row in file.endpoint:
        check_address(row.url)
    return file
