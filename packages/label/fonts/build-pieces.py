#!/usr/bin/python3
"""Make the font pieces in this directory and their index. See README.md beside this file.

Needs Debian's `fonttools` and `unicode-data`; run from anywhere, after `npm ci`.
The output is reproducible: the same inputs give the same bytes.
"""

import bz2
import pathlib
import subprocess
import tempfile

from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[2] / "node_modules/@expo-google-fonts/noto-sans-sc"
UNIHAN = pathlib.Path("/usr/share/unicode/Unihan_OtherMappings.txt.bz2")


def general_standard_characters() -> set[int]:
    """通用规范汉字表 (2013): the 8,105 characters with a kTGH entry in Unihan."""
    lines = bz2.open(UNIHAN, "rt", encoding="utf-8")
    return {int(line.split("\t")[0][2:], 16) for line in lines if "\tkTGH\t" in line}


def everyday() -> set[int]:
    """GB/T 2312-1980 up to row 55: its symbol rows and the 3,755 hanzi of level 1."""
    found = set()
    for high in range(0xA1, 0xD8):
        for low in range(0xA1, 0xFF):
            try:
                found.add(ord(bytes((high, low)).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    return found


def symbols() -> set[int]:
    wanted = set(range(0x20, 0x7F)) | set(range(0xA0, 0x100))
    wanted |= set(range(0x3000, 0x3020)) | set(range(0xFF01, 0xFF5F)) | set(range(0xFFE0, 0xFFE7))
    wanted |= set(range(0x2460, 0x2474)) | set(range(0x2160, 0x216C)) | set(range(0x2010, 0x2028))
    wanted |= {ord(c) for c in "¥￥€£№℃℉±×÷→←↑↓■□●○◆◇★☆▲△▼▽√✓✔✕✗‰′″℡™®©Ω㎡㎎㎏㎜㎝㎞㏄㏎㎖㊣‹›…—–·•※"}
    return wanted


# Characters of one piece: about 250 kB.
BLOCK = 0x400
# Extension A and the unified ideographs, cut into blocks; everything else of the font is one piece.
HAN = (0x3400, 0xA000)


def covered(source: pathlib.Path) -> set[int]:
    return set(TTFont(source, lazy=True).getBestCmap()) - set(range(0x20))


def runs(characters: set[int]) -> list[list[int]]:
    """First and last of each run of neighbours."""
    found: list[list[int]] = []
    for one in sorted(characters):
        if found and found[-1][1] == one - 1:
            found[-1][1] = one
        else:
            found.append([one, one])
    return found


def pieces(characters: set[int]) -> list[set[int]]:
    """The base first; the others by blocks of code points, what is no hanzi last."""
    base = (everyday() | symbols()) & characters
    rest = characters - base
    blocks = [
        {c for c in rest if start <= c < start + BLOCK} for start in range(*HAN, BLOCK)
    ]
    others = {c for c in rest if not HAN[0] <= c < HAN[1]}
    return [base, *(block for block in blocks if block), others]


def subset(source: pathlib.Path, characters: set[int], target: pathlib.Path) -> None:
    with tempfile.NamedTemporaryFile("w") as listing:
        listing.write("\n".join(f"{c:04X}" for c in sorted(characters)))
        listing.flush()
        subprocess.run(
            [
                "pyftsubset", str(source), f"--unicodes-file={listing.name}",
                f"--output-file={target}", "--no-hinting", "--layout-features=",
                "--notdef-outline", "--no-recommended-glyphs", "--name-IDs=0,1,2,3,4,5,6,13,14",
                "--drop-tables+=GSUB,GPOS,GDEF,BASE,vhea,vmtx,VORG,STAT,DSIG,gasp,prep,meta",
                "--no-recalc-timestamp",
            ],
            check=True,
        )


def coverage(cut: list[set[int]]) -> str:
    """The index: what each piece but the base holds. A block is told with what the base has of it: fewer runs."""
    base = cut[0]
    rows = []
    for number, piece in enumerate(cut):
        start = min(piece) // BLOCK * BLOCK
        is_block = number > 0 and HAN[0] <= min(piece) < HAN[1]
        whole = piece | {c for c in base if start <= c < start + BLOCK} if is_block else piece
        if number > 0:
            rows += [(first, last, number) for first, last in runs(whole)]
    lines = "".join(f"  {first:#x}, {last:#x}, {number},\n" for first, last, number in sorted(rows))
    return (
        "// Made by packages/label/fonts/build-pieces.py: what the fonts hold besides their base piece.\n"
        "\n"
        f"export const PIECE_COUNT = {len(cut)};\n"
        "\n"
        "/** First and last code point of a run, and its piece; ascending. */\n"
        f"export const RUNS: readonly number[] = [\n{lines}];\n"
    )


def main() -> None:
    sources = {
        400: SOURCE / "400Regular/NotoSansSC_400Regular.ttf",
        700: SOURCE / "700Bold/NotoSansSC_700Bold.ttf",
    }
    both = covered(sources[400]) & covered(sources[700])
    missing = general_standard_characters() - both
    if missing:
        raise SystemExit(f"not in the font: {sorted(map(chr, missing))}")
    cut = pieces(both)
    for weight, source in sources.items():
        folder = HERE / str(weight)
        folder.mkdir(exist_ok=True)
        for number, characters in enumerate(cut):
            subset(source, characters, folder / f"{number:02}.ttf")
    (HERE.parent / "src/font/coverage.gen.ts").write_text(coverage(cut))
    hanzi = sum(1 for c in both if 0x3400 <= c < 0xA000 or c >= 0x20000)
    print(f"{len(both)} characters, {hanzi} hanzi, {len(cut)} pieces")


main()
