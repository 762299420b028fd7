#!/usr/bin/python3
"""Make the font pieces in this directory and their index. See README.md beside this file.

Needs Debian's `fonttools`, `unicode-data` and `fonts-noto-cjk`, and `npm`, which fetches the other sources; run from
anywhere. The output is reproducible: the same inputs give the same bytes.
"""

import base64
import bz2
import functools
import hashlib
import pathlib
import subprocess
import tarfile
import tempfile
import unicodedata

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

HERE = pathlib.Path(__file__).resolve().parent
CACHE = pathlib.Path(tempfile.gettempdir()) / "label-font-sources"
# Packages of @expo-google-fonts, and the SHA-512 of each as the registry states it.
PACKAGES = {
    "noto-sans": (
        "0.4.2",
        "sha512-zYD8G2ijWLxqmquoQgghNh/x9p0yxWwArD0oxO1oXY1qx5vOd4t0Kbhnu/Cx8RTy08OgA8RtxuULZFaXwVPnPw==",
    ),
    "noto-sans-math": (
        "0.4.2",
        "sha512-Kgj0kKibznTLYcbpR8Tk2ybr76uMOyrlyoP5F9G+0UiJzAMA4zG/XIlrgXKzfFGERhA0Rc3vbwDeeTxwXPlaYg==",
    ),
    "noto-sans-sc": (
        "0.4.3",
        "sha512-9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==",
    ),
    "noto-sans-symbols": (
        "0.4.1",
        "sha512-LlXM1nLfz0FO1UA/COHlVau8DcDsvex3uWVA/BqeT8tJt+Hk8ju5XfmoShdjiW8IP4Z3ukKp7VFh4DDmNImYKA==",
    ),
    "noto-sans-symbols-2": (
        "0.4.1",
        "sha512-jFymG5s4OLlXpy9E9FQvSXpSnf43BIYcJiPXEHSw6LFNvbahkjmUWb/cj4vsX/KdUksGLTPbjB9iRuu8L3yJ8A==",
    ),
    "source-sans-3": (
        "0.4.1",
        "sha512-sxsO4kfxQnVMT6ri/yWiBefkgem6suvc7KWJ4m/kWGTGqxkGouxG7MQsZ8XR6wqasxYZxdWK1gtusMBLSZDiiA==",
    ),
}
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


def text_symbols() -> set[int]:
    """Signs of text and of packaging: punctuation, currencies, fractions, arrows, mathematics, shapes, pictograms."""
    blocks = [
        (0x2010, 0x2028), (0x2030, 0x205F), (0x2070, 0x20D0), (0x2100, 0x2400), (0x2460, 0x27C0), (0x2900, 0x2980),
        (0x2B00, 0x2C00),
    ]
    return {c for first, end in blocks for c in range(first, end) if unicodedata.category(chr(c))[0] in "LNPS"}


def european_letters() -> set[int]:
    """Latin Extended-A, -B and Additional with the phonetic letters between, Greek, Cyrillic; no combining marks."""
    blocks = [(0x100, 0x2B0), (0x370, 0x530), (0x1E00, 0x1F00), (0x2C60, 0x2C80)]
    return {c for first, end in blocks for c in range(first, end) if unicodedata.category(chr(c))[0] in "LNPS"}


# Hangul syllables, cut into blocks like hanzi.
HANGUL = (0xAC00, 0xD7A4)

# Characters of one piece: about 250 kB.
BLOCK = 0x400
# Extension A and the unified ideographs, cut into blocks; everything else of the font is one piece.
HAN = (0x3400, 0xA000)


@functools.cache
def package(name: str) -> pathlib.Path:
    """The folder of a package of `PACKAGES`, fetched once."""
    version, integrity = PACKAGES[name]
    CACHE.mkdir(exist_ok=True)
    archive = CACHE / f"expo-google-fonts-{name}-{version}.tgz"
    if not archive.exists():
        subprocess.run(["npm", "pack", "--silent", f"@expo-google-fonts/{name}@{version}"], cwd=CACHE, check=True)
    if "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != integrity:
        raise SystemExit(f"{archive} is not the package that the pieces were made from")
    folder = CACHE / f"{name}-{version}"
    with tarfile.open(archive) as files:
        files.extractall(folder)
    return folder / "package"


def face(name: str, style: str) -> pathlib.Path:
    """A font of a package: `face("noto-sans", "400Regular")`."""
    (found,) = (package(name) / style).glob(f"*_{style}.ttf")
    return found


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


class Source:
    """Glyphs of one font, or of two of the same design with the share `mix` of the second, `scale` times as large."""

    def __init__(self, path: pathlib.Path, scale: float = 1, other: pathlib.Path | None = None, mix: float = 0):
        self.fonts = [TTFont(one) for one in (path, other) if one]
        self.glyphs = [font.getGlyphSet() for font in self.fonts]
        self.characters = self.fonts[0].getBestCmap()
        self.mix = mix
        self.scale = scale * 1000 / self.fonts[0]["head"].unitsPerEm

    def blend(self, values: list[float]) -> float:
        first, second = values[0], values[-1]
        return (first + (second - first) * self.mix) * self.scale

    def draw(self, character: int):
        """The outline and the advance, in thousandths of an em."""
        name = self.characters[character]
        recordings = []
        for glyphs in self.glyphs:
            recording = DecomposingRecordingPen(glyphs)
            glyphs[name].draw(recording)
            recordings.append(recording.value)
        pen = TTGlyphPen(None)
        for steps in zip(*recordings, strict=True):
            ((operator, points), (same, _)) = (steps[0], steps[-1])
            if operator != same or len({len(step[1]) for step in steps}) != 1:
                raise SystemExit(f"U+{character:04X} is drawn otherwise in the other weight")
            blended = [
                point and tuple(self.blend([step[1][place][axis] for step in steps]) for axis in (0, 1))
                for place, point in enumerate(points)
            ]
            getattr(pen, operator)(*blended)
        return pen.glyph(), round(self.blend([font["hmtx"][name][0] for font in self.fonts]))


def compose(sources: list[Source], characters: set[int], target: pathlib.Path) -> None:
    """A font of characters each taken from the first source that has it."""
    glyphs, metrics, names = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": (1000, 0)}, {}
    for character in sorted(characters):
        source = next(one for one in sources if character in one.characters)
        name = names[character] = f"u{character:04X}"
        glyphs[name], advance = source.draw(character)
        metrics[name] = (advance, 0)
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(names)
    builder.setupGlyf(glyphs)
    for name, (advance, _) in metrics.items():
        metrics[name] = (advance, getattr(glyphs[name], "xMin", 0))
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    # A name of its own: "Source" is reserved by the licence.
    notices = {one.fonts[0]["name"].getDebugName(0) for one in sources}
    builder.setupNameTable({"copyright": "; ".join(sorted(notices)), "familyName": "Yunbiao Label", "styleName": "Regular"})
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    builder.save(target)


# What Noto Sans SC has of Latin is Source Sans, enlarged; its bold lies between two weights. Found by comparing 42 advances
# by least squares: half a thousandth of an em apart at most (root mean square).
LATIN = {
    400: lambda: Source(face("source-sans-3", "400Regular"), 1.1171),
    700: lambda: Source(face("source-sans-3", "600SemiBold"), 1.1344, face("source-sans-3", "700Bold"), 0.45),
}
# As high as the letters beside it.
NOTO_SCALE = 1.02


def text_sources(weight: int) -> list[Source]:
    style = "400Regular" if weight == 400 else "700Bold"
    return [LATIN[weight](), Source(face("noto-sans", style), NOTO_SCALE)]


def symbol_sources(weight: int) -> list[Source]:
    """Two of them have one weight."""
    style = "400Regular" if weight == 400 else "700Bold"
    return [
        *text_sources(weight),
        Source(face("noto-sans-symbols", style), NOTO_SCALE),
        Source(face("noto-sans-symbols-2", "400Regular"), NOTO_SCALE),
        Source(face("noto-sans-math", "400Regular"), NOTO_SCALE),
    ]


def later_pieces(known: set[int]) -> tuple[set[int], set[int], list[set[int]]]:
    """Pieces of the second edition: letters, signs, and Hangul by blocks."""
    def drawn(sources: list[Source], wanted: set[int]) -> set[int]:
        return (wanted & set().union(*(one.characters for one in sources))) - known

    letters = drawn(text_sources(400), european_letters())
    signs = drawn(symbol_sources(400), text_symbols())
    hangul = [set(range(start, min(start + BLOCK, HANGUL[1]))) for start in range(*HANGUL, BLOCK)]
    return letters, signs, hangul


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


# The last piece of each edition of the fonts: pieces are added, never changed.
EDITIONS = (30, 43)


def digests() -> str:
    """What the files are known by: a program that draws with them can tell that they are these."""
    files = sorted(file for weight in (400, 700) for file in (HERE / str(weight)).glob("*.ttf"))
    known = [(f"{file.parent.name}/{file.name}", hashlib.sha256(file.read_bytes()).hexdigest()) for file in files]
    lines = "".join(f"  '{name}': '{digest}',\n" for name, digest in known)
    editions = ""
    for last in EDITIONS:
        listed = "".join(f"{name} {digest}\n" for name, digest in known if int(name[4:6]) <= last)
        digest = hashlib.sha256(listed.encode()).hexdigest()
        editions += f"  {{\n    lastPiece: {last},\n    digest: '{digest}',\n  }},\n"
    return (
        "// Made by packages/label/fonts/build-pieces.py: SHA-256 of each file of fonts that labels are drawn with.\n"
        "\n"
        f"export const FONT_DIGESTS: Readonly<Record<string, string>> = {{\n{lines}}};\n"
        "\n"
        "/**\n"
        " * The editions of the fonts, oldest first: each has the pieces of the one before and more. `digest`: SHA-256 of the lines\n"
        " * above up to its last piece, each as file, space, digest, newline.\n"
        " */\n"
        f"export const FONT_EDITIONS: readonly {{ lastPiece: number; digest: string }}[] = [\n{editions}];\n"
    )


def main() -> None:
    sources = {
        400: face("noto-sans-sc", "400Regular"),
        700: face("noto-sans-sc", "700Bold"),
    }
    both = covered(sources[400]) & covered(sources[700])
    missing = general_standard_characters() - both
    if missing:
        raise SystemExit(f"not in the font: {sorted(map(chr, missing))}")
    common = pieces(both)
    rarities = rare(both)
    letters, signs, hangul = later_pieces(both.union(*rarities))
    cut = [*common, *rarities, letters, signs, *hangul]
    if len(cut) != EDITIONS[-1] + 1:
        raise SystemExit(f"{len(cut)} pieces")
    for weight, source in sources.items():
        folder = HERE / str(weight)
        folder.mkdir(exist_ok=True)
        name = "Regular" if weight == 400 else "Bold"
        for number, characters in enumerate(cut):
            target = folder / f"{number:02}.ttf"
            if number < len(common):
                subset(source, characters, target)
            elif characters is letters:
                compose(text_sources(weight), characters, target)
            elif characters is signs:
                compose(symbol_sources(weight), characters, target)
            else:
                subset_rare(name, characters, target)
    (HERE.parent / "src/font/coverage.gen.ts").write_text(coverage(cut))
    (HERE.parent / "src/font/digests.gen.ts").write_text(digests())
    every = set().union(*cut)
    hanzi = sum(1 for c in every if 0x3400 <= c < 0xA000 or c >= 0x20000)
    print(f"{len(every)} characters, {hanzi} hanzi, {len(cut)} pieces")


main()
