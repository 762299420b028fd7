#!/usr/bin/python3
"""Make the tables `*.gen.ts` beside this file, and the Unicode Consortium's own test of UAX #14 as far as it concerns us.

Needs Debian's `unicode-data` (made with Unicode 15.0) and `fonttools`; run from anywhere. The output is reproducible.
Only characters that labels can print count: what the fonts lack is never laid out.
"""

import pathlib

from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).resolve().parent
FONTS = HERE.parents[1] / "fonts/400"
UNICODE = pathlib.Path("/usr/share/unicode")
TEST = HERE.parents[3] / "fixtures/line-break/unicode-15.txt"

# UAX #14, LB1: what is resolved before the rules. Ambiguous ones (AI) are ideographs in Chinese text; what labels never
# hold (Hangul, flags, emoji) is an ideograph too.
RESOLVED = {
    "AI": "ID", "CJ": "NS", "SA": "AL", "SG": "AL", "XX": "AL", "HL": "AL", "CB": "ID", "EB": "ID", "EM": "ID",
    "H2": "ID", "H3": "ID", "JL": "ID", "JV": "ID", "JT": "ID", "RI": "ID", "ZWJ": "CM",
}
KEPT = ["AL", "ID", "SP", "OP", "CL", "CP", "QU", "GL", "NS", "EX", "SY", "IS", "PR", "PO", "NU", "IN", "HY", "BA", "BB", "B2", "CM"]


def property_of(file: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for line in (UNICODE / file).read_text("utf-8").splitlines():
        text = line.split("#")[0].strip()
        if not text:
            continue
        span, name = (part.strip() for part in text.split(";"))
        first, _, last = span.partition("..")
        for code in range(int(first, 16), int(last or first, 16) + 1):
            found[code] = name
    return found


def by_default(code: int) -> str:
    return "AL" if code < 0x2E80 else "ID"


def upright(covered: list[int]) -> str:
    """UAX #50: whether a character stands upright in vertical text."""
    known = property_of("VerticalOrientation.txt")
    runs: list[list[int]] = []
    open_run = False
    for code in covered:
        is_other = (known.get(code, "R") in ("U", "Tu")) != (code >= 0x2E80)
        if is_other and open_run:
            runs[-1][1] = code
        elif is_other:
            runs.append([code, code])
        open_run = is_other
    lines = "".join(f"  {first:#x}, {last:#x},\n" for first, last in runs)
    return (
        "// Made by packages/label/src/text/build-tables.py from Unicode 15.0: VerticalOrientation.txt.\n\n"
        "/**\n * First and last code point of a run that stands upright in vertical text though it comes before U+2E80, or is\n"
        " * turned though it comes later. Ascending.\n */\n"
        f"export const EXCEPTIONS: readonly number[] = [\n{lines}];\n"
    )


def main() -> None:
    known = property_of("LineBreak.txt")
    covered = sorted(set().union(*(TTFont(f, lazy=True).getBestCmap() for f in FONTS.glob("*.ttf"))))
    runs: list[list] = []
    for code in covered:
        name = RESOLVED.get(known.get(code, "XX"), known.get(code, "XX"))
        if name not in KEPT:
            raise SystemExit(f"U+{code:04X} has the class {name}")
        if runs and runs[-1][2] == name and (runs[-1][3] == name) == (by_default(code) == name):
            runs[-1][1] = code
        else:
            runs.append([code, code, name, by_default(code)])
    told = [(first, last, KEPT.index(name)) for first, last, name, default in runs if name != default]
    names = "".join(f"  {name}: {index},\n" for index, name in enumerate(KEPT))
    lines = "".join(f"  {first:#x}, {last:#x}, {index},\n" for first, last, index in told)
    (HERE / "line-class.gen.ts").write_text(
        "// Made by packages/label/src/text/build-tables.py from Unicode 15.0: LineBreak.txt.\n\n"
        "/** Line breaking classes (UAX #14, table 1), those resolved by LB1 left out. */\n"
        f"export const CLASS = {{\n{names}}} as const;\n\n"
        "/** First and last code point of a run and its class; the others are AL, from U+2E80 on ID. Ascending. */\n"
        f"export const RUNS: readonly number[] = [\n{lines}];\n"
    )
    (HERE / "upright.gen.ts").write_text(upright(covered))
    kept = []
    for line in (UNICODE / "auxiliary/LineBreakTest.txt").read_text("utf-8").splitlines():
        text = line.split("#")[0].strip()
        codes = [int(one, 16) for one in text.split() if one not in "÷×"]
        # Resolved otherwise here, or by the test itself (its numbers follow example 7 of section 8.2).
        odd = any(known.get(c, "XX") in ("AI", "CJ", "SA", "HL", "CB") for c in codes)
        if codes and not odd and set(codes) <= set(covered):
            kept.append(" ".join(text.split()))
    TEST.write_text(
        "# From LineBreakTest-15.0.0.txt of the Unicode Character Database, © 2022 Unicode, Inc.,\n"
        "# https://www.unicode.org/terms_of_use.html: the lines whose characters labels can print, comments left out.\n"
        + "".join(f"{line}\n" for line in kept)
    )
    print(len(told), "runs,", len(kept), "test lines")


main()
