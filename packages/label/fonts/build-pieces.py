#!/usr/bin/python3
"""Make the font pieces in this directory and their index. See README.md beside this file.

Needs Debian's `fonttools`, `unicode-data` and `fonts-noto-cjk`; run from anywhere, after `npm ci`.
The output is reproducible: the same inputs give the same bytes.
"""

import bz2
import hashlib
import pathlib
import subprocess
import tempfile

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[2] / "node_modules/@expo-google-fonts/noto-sans-sc"
# Of the same design and version, and with the rare hanzi that the other leaves out.
RARE = pathlib.Path("/usr/share/fonts/opentype/noto")
# The face for the mainland in its collection.
RARE_FACE = 2
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
    # What vertical text needs of them.
    wanted |= set(range(0xFE10, 0xFE1A)) | set(range(0xFE30, 0xFE45)) | {0xFE47, 0xFE48}
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


def rare(known: set[int]) -> list[set[int]]:
    """Extensions B and later as far as the larger font has them and the other has not, in two pieces."""
    fonts = [set(rare_font(weight).getBestCmap()) for weight in ("Regular", "Bold")]
    found = sorted(c for c in fonts[0] & fonts[1] if 0x20000 <= c < 0x2F800 or c >= 0x30000)
    found = [c for c in found if c not in known]
    half = (len(found) + 1) // 2
    return [set(found[:half]), set(found[half:])]


def rare_font(weight: str) -> TTFont:
    font = TTFont(RARE / f"NotoSansCJK-{weight}.ttc", fontNumber=RARE_FACE, lazy=True)
    if font["name"].getDebugName(1) != "Noto Sans CJK SC" or "Version 2.004" not in font["name"].getDebugName(5):
        raise SystemExit("another version of fonts-noto-cjk, or another face: labels would change")
    return font


def to_truetype(font: TTFont) -> None:
    """Cubic outlines (CFF) to quadratic ones, half a thousandth of an em apart at most."""
    glyphs = font.getGlyphSet()
    outlines = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, max_err=0.5, reverse_direction=True))
        outlines[name] = pen.glyph()
    glyf = font["glyf"] = newTable("glyf")
    glyf.glyphOrder = font.getGlyphOrder()
    glyf.glyphs = outlines
    font["loca"] = newTable("loca")
    for name, glyph in outlines.items():
        glyph.recalcBounds(glyf)
        advance = font["hmtx"][name][0]
        font["hmtx"][name] = (advance, getattr(glyph, "xMin", 0))
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    maxp.maxZones, maxp.maxTwilightPoints, maxp.maxStorage, maxp.maxFunctionDefs = 1, 0, 0, 0
    maxp.maxInstructionDefs = maxp.maxStackElements = maxp.maxSizeOfInstructions = 0
    maxp.maxComponentElements = 0
    font["post"].formatType = 3.0
    for table in ("CFF ", "VORG"):
        if table in font:
            del font[table]
    font.sfntVersion = "\0\1\0\0"


def subset_rare(weight: str, characters: set[int], target: pathlib.Path) -> None:
    source = RARE / f"NotoSansCJK-{weight}.ttc"
    with tempfile.TemporaryDirectory() as folder:
        cubic = pathlib.Path(folder) / "cubic.otf"
        subset(source, characters, cubic, f"--font-number={RARE_FACE}")
        font = TTFont(cubic, recalcTimestamp=False)
        to_truetype(font)
        font.save(target)


def subset(source: pathlib.Path, characters: set[int], target: pathlib.Path, *more: str) -> None:
    with tempfile.NamedTemporaryFile("w") as listing:
        listing.write("\n".join(f"{c:04X}" for c in sorted(characters)))
        listing.flush()
        subprocess.run(
            [
                "pyftsubset", str(source), f"--unicodes-file={listing.name}",
                f"--output-file={target}", "--no-hinting", "--layout-features=",
                "--notdef-outline", "--no-recommended-glyphs", "--name-IDs=0,1,2,3,4,5,6,13,14",
                "--drop-tables+=GSUB,GPOS,GDEF,BASE,vhea,vmtx,VORG,STAT,DSIG,gasp,prep,meta",
                "--no-recalc-timestamp", *more,
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


def digests() -> str:
    """What the files are known by: whoever draws with them can tell that they are these."""
    files = sorted(file for weight in (400, 700) for file in (HERE / str(weight)).glob("*.ttf"))
    known = [(f"{file.parent.name}/{file.name}", hashlib.sha256(file.read_bytes()).hexdigest()) for file in files]
    lines = "".join(f"  '{name}': '{digest}',\n" for name, digest in known)
    together = hashlib.sha256("".join(f"{name} {digest}\n" for name, digest in known).encode()).hexdigest()
    return (
        "// Made by packages/label/fonts/build-pieces.py: SHA-256 of each file of fonts that labels are drawn with.\n"
        "\n"
        f"export const FONT_DIGESTS: Readonly<Record<string, string>> = {{\n{lines}}};\n"
        "\n"
        "/** SHA-256 of the lines above, each as file, space, digest, newline: what all of them together are known by. */\n"
        "export const FONTS_DIGEST =\n"
        f"  '{together}';\n"
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
    common = pieces(both)
    rarities = rare(both)
    cut = common + rarities
    for weight, source in sources.items():
        folder = HERE / str(weight)
        folder.mkdir(exist_ok=True)
        for number, characters in enumerate(common):
            subset(source, characters, folder / f"{number:02}.ttf")
        for number, characters in enumerate(rarities, len(common)):
            name = "Regular" if weight == 400 else "Bold"
            subset_rare(name, characters, folder / f"{number:02}.ttf")
    (HERE.parent / "src/font/coverage.gen.ts").write_text(coverage(cut))
    (HERE.parent / "src/font/digests.gen.ts").write_text(digests())
    every = set().union(*cut)
    hanzi = sum(1 for c in every if 0x3400 <= c < 0xA000 or c >= 0x20000)
    print(f"{len(every)} characters, {hanzi} hanzi, {len(cut)} pieces")


main()
