"""Draws what bench prints on a terminal, with its colours, as the SVG pictures of the README.

Usage: draw.py BENCH FOLDER

Runs the program at the path BENCH on a shipped scenario and on those that the README writes, and
writes a picture of each output into FOLDER. The same output gives the same bytes. Of the escape
codes it knows those that bench prints: bold, dim, and the colours 31 to 36.
"""

import html
import pathlib
import re
import subprocess
import sys
import tempfile

COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#f2cc60", "36": "#79c0ff"}
CELL = 8.4
LEADING = 18
MARGIN = 16
HEAD = 40

STYLE = (
    "font-family: 'DejaVu Sans Mono', 'Menlo', 'Consolas', monospace; "
    "font-size: 14px; white-space: pre"
)


def spans(line):
    """The parts of a line with the codes that hold for them."""
    codes = []
    for index, part in enumerate(re.split(r"\x1b\[([0-9;]*)m", line)):
        if index % 2:
            codes = [] if part in ("", "0") else codes + part.split(";")
        elif part:
            yield part, codes


def drawn(line, top):
    """A line as elements: each part begins at its column, and is as wide as its cells."""
    column = 0
    for text, codes in spans(line):
        colour = next((COLOURS[code] for code in codes if code in COLOURS), "#e6edf3")
        more = ' font-weight="bold"' if "1" in codes else ""
        more += ' opacity="0.65"' if "2" in codes else ""
        if text.strip():
            yield (
                f'<text x="{MARGIN + column * CELL:.1f}" y="{top}" fill="{colour}"{more} '
                f'textLength="{len(text) * CELL:.1f}" xml:space="preserve">'
                f"{html.escape(text, quote=False)}</text>"
            )
        column += len(text)


def picture(title, lines):
    """The picture of some lines below the command that printed them."""
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    columns = max(len(line) for line in plain + ["$ " + title])
    width = round(columns * CELL + 2 * MARGIN)
    height = HEAD + len(lines) * LEADING + MARGIN
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    yield f'  viewBox="0 0 {width} {height}" role="img" style="{STYLE}">'
    yield f"<title>{html.escape(title)}</title>"
    yield f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>'
    yield f'<text x="{MARGIN}" y="24" fill="#8b949e">$ {html.escape(title)}</text>'
    for number, line in enumerate(lines):
        yield from drawn(line, HEAD + 12 + number * LEADING)
    yield "</svg>"


def scenarios():
    """The first scenario of the README, mistyped, and with what breaks it."""
    readme = pathlib.Path(__file__).parents[2] / "README.md"
    blocks = re.findall(r"```yaml\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    return blocks[0].replace("count:", "conut:"), blocks[0] + blocks[1]


def main():
    bench, target = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    mistyped, broken = scenarios()
    # Name, scenario file, its text, how the command ends, the lines that are drawn.
    runs = [
        ("a-1", "a-1", None, 0, 27),
        ("broken", "my-first.yaml", broken, 1, None),
        ("mistyped", "my-first.yaml", mistyped, 65, None),
    ]
    target.mkdir(parents=True, exist_ok=True)
    for name, scenario, text, status, count in runs:
        with tempfile.TemporaryDirectory() as folder:
            if text is not None:
                pathlib.Path(folder, scenario).write_text(text, encoding="utf-8")
            result = subprocess.run(
                [bench, "run", scenario, "--color", "always"],
                cwd=folder,
                env={"LC_ALL": "C.UTF-8"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
        if result.returncode != status:
            sys.exit(f"bench run {scenario}: exit code {result.returncode}, not {status}")
        lines = result.stdout.rstrip("\n").split("\n")[:count]
        file = target / f"{name}.svg"
        file.write_text("\n".join(picture(f"bench run {scenario}", lines)) + "\n", encoding="utf-8")


main()
