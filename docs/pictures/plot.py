"""Draws what bench measures as SVG plots with logarithmic axes.

Usage: plot.py FOLDER

Reads growth.txt, placements.txt and sizes.txt of FOLDER, which have the lines that
`bench measure growth`, `placements` and `sizes` print, and writes a plot of each beside it. The same
lines give the same bytes.
"""

import html
import math
import pathlib
import sys

COLOURS = [
    "#0969da", "#cf222e", "#1a7f37", "#8250df", "#bc4c00",
    "#57606a", "#bf3989", "#0b7285", "#9a6700", "#24292f",
]
WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 70, 190, 40, 50
STYLE = "font-family: 'DejaVu Sans', 'Helvetica', sans-serif; font-size: 12px"


def lines(path):
    """The fields of each line, as a dictionary."""
    for line in path.read_text().splitlines():
        if line.startswith("w="):
            yield dict(field.split("=", 1) for field in line.split())


def exponents(values):
    """The powers of ten that enclose positive values."""
    low = math.floor(math.log10(min(values)))
    return low, max(low + 1, math.ceil(math.log10(max(values))))


def power(exponent, units):
    """A power of ten in the unit that leaves one to three digits."""
    for size, unit in units:
        if exponent >= size:
            return f"{10 ** (exponent - size):,}{unit}"
    return f"{10.0 ** exponent:g}"


TIMES = [(9, " s"), (6, " ms"), (3, " µs"), (0, " ns")]
COUNTS = [(0, "")]


def plot(title, abscissa, series):
    """A plot of series, each a name with pairs of a count and nanoseconds."""
    points = [point for _, pairs in series for point in pairs]
    x_low, x_high = exponents([x for x, _ in points])
    y_low, y_high = exponents([y for _, y in points])

    def place(x, y):
        across = (math.log10(x) - x_low) / (x_high - x_low)
        up = (math.log10(y) - y_low) / (y_high - y_low)
        return (
            LEFT + across * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM),
        )

    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" style="{STYLE}">'
    )
    yield f"<title>{html.escape(title)}</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    yield f'<text x="{LEFT}" y="22" font-weight="bold">{html.escape(title)}</text>'
    for exponent in range(x_low, x_high + 1):
        x, bottom = place(10.0**exponent, 10.0**y_low)
        yield f'<path d="M{x:.1f} {TOP}V{bottom:.1f}" stroke="#d0d7de"/>'
        yield (
            f'<text x="{x:.1f}" y="{bottom + 18:.1f}" text-anchor="middle">'
            f"{power(exponent, COUNTS)}</text>"
        )
    for exponent in range(y_low, y_high + 1):
        left, y = place(10.0**x_low, 10.0**exponent)
        yield f'<path d="M{left:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#d0d7de"/>'
        yield (
            f'<text x="{left - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">'
            f"{power(exponent, TIMES)}</text>"
        )
    yield (
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.1f}" y="{HEIGHT - 12}" text-anchor="middle">'
        f"{html.escape(abscissa)}</text>"
    )
    # Names stand where their lines end, but not on each other.
    ends = sorted(
        (place(*pairs[-1])[1], index) for index, (_, pairs) in enumerate(series)
    )
    previous = -math.inf
    heights = {}
    for height, index in ends:
        previous = max(height, previous + 15)
        heights[index] = previous
    excess = max(0, previous - (HEIGHT - BOTTOM))
    for index, (name, pairs) in enumerate(series):
        colour = COLOURS[index % len(COLOURS)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*pair) for pair in pairs))
        yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for pair in pairs:
            x, y = place(*pair)
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
        end, _ = place(*pairs[-1])
        yield (
            f'<text x="{end + 10:.1f}" y="{heights[index] - excess + 4:.1f}" fill="{colour}">'
            f"{html.escape(name)}</text>"
        )
    yield "</svg>"


def grouped(rows):
    """Triples of a name, a count and a time, as series in the order of their names."""
    series = {}
    for name, count, time in rows:
        series.setdefault(name, []).append((float(count), float(time)))
    return list(series.items())


def growth(path):
    for row in lines(path):
        kind = "pending" if "pending" in row else "actors"
        name = "timers" if kind == "pending" else "actors that sleep"
        yield name, row[kind], row["ns_per_event"]


def placements(path):
    for row in lines(path):
        yield row["name"], row["servers"], row["lookup_p50_ns"]


def sizes(path):
    for row in lines(path):
        yield row["model"], row["size"], row["ns_per_operation"]


PLOTS = {
    "growth": ("Processor time of an event", "timers pending, or actors", growth),
    "placements": ("Median time of a lookup", "members", placements),
    "sizes": (
        "Processor time of a request, record or message, what is built included",
        "servers, workers or partitions",
        sizes,
    ),
}


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, (title, abscissa, rows) in PLOTS.items():
        picture = "\n".join(plot(title, abscissa, grouped(rows(folder / f"{name}.txt")))) + "\n"
        (folder / f"{name}.svg").write_text(picture)


main()
