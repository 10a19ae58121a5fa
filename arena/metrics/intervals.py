"""Intervals that every figure carries. None where nothing was observed."""

import math
from collections.abc import Iterable, Sequence

Z95 = 1.959963984540054
"""Normal quantile of a two-sided 95% interval."""
Interval = tuple[float, float, float]
"""A figure, and the lower and upper end of its interval."""


def share(hits: int, n: int) -> float | None:
    """``hits / n`` in [0, 1], None for n = 0."""
    return hits / n if n else None


def wilson(hits: int, n: int, z: float = Z95) -> tuple[float, float] | None:
    """Wilson's score interval of a share, within [0, 1]; None for n = 0. Source: Wilson 1927.

    Raises ValueError unless 0 <= hits <= n.
    """
    if not 0 <= hits <= n:
        raise ValueError(f"a share needs 0 <= hits <= n, got {hits} of {n}")
    if n == 0:
        return None
    p, zz = hits / n, z * z
    centre = (p + zz / (2 * n)) / (1 + zz / n)
    half = z / (1 + zz / n) * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def clustered_mean(clusters: Iterable[tuple[float, int]], z: float = Z95) -> Interval | None:
    """Mean with its 95% interval from (sum, count) per cluster (a match); None without any observation.

    The error is that of a ratio of sums over clusters, since observations of one match hang together; with a single cluster
    the interval is unknown and given as (-inf, inf). Source: Cochran 1977, section 6.4 (linearised ratio).
    """
    counted = [(total, count) for total, count in clusters if count]
    n = sum(count for _, count in counted)
    if n == 0:
        return None
    mean = math.fsum(total for total, _ in counted) / n
    groups = len(counted)
    if groups == 1:
        return mean, -math.inf, math.inf
    spread = math.fsum((total - mean * count) ** 2 for total, count in counted)
    half = z * math.sqrt(spread * groups / (groups - 1)) / n
    return mean, mean - half, mean + half


def clustered_difference(clusters: Sequence[tuple[float, int, float, int]], z: float = Z95) -> Interval | None:
    """Mean of a first kind of observation minus that of a second, with its 95% interval, from (sum, count, sum, count) per
    cluster; None unless both kinds were observed.

    Both kinds may come from one match, so the error is that of the difference over clusters; with a single cluster the interval
    is unknown and given as (-inf, inf). Source: Cochran 1977, section 6.4 (linearised ratio).
    """
    counted = [cluster for cluster in clusters if cluster[1] or cluster[3]]
    first, second = sum(cluster[1] for cluster in counted), sum(cluster[3] for cluster in counted)
    if not first or not second:
        return None
    mean = math.fsum(cluster[0] for cluster in counted) / first
    other = math.fsum(cluster[2] for cluster in counted) / second
    groups = len(counted)
    if groups == 1:
        return mean - other, -math.inf, math.inf
    residuals = [(total - mean * count) / first - (low - other * n) / second for total, count, low, n in counted]
    half = z * math.sqrt(math.fsum(residual**2 for residual in residuals) * groups / (groups - 1))
    return mean - other, mean - other - half, mean - other + half
