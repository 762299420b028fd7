#!/usr/bin/python3
"""Make the two subset fonts in this directory. See README.md beside this file.

Needs Debian's `fonttools` and `unicode-data`; run from anywhere, after `npm ci`.
The output is reproducible: the same inputs give the same bytes.
"""

import bz2
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[2] / "node_modules/@expo-google-fonts/noto-sans-sc"
UNIHAN = pathlib.Path("/usr/share/unicode/Unihan_OtherMappings.txt.bz2")


def general_standard_characters() -> set[int]:
    """通用规范汉字表 (2013): the 8,105 characters with a kTGH entry in Unihan."""
    found = set()
    for line in bz2.open(UNIHAN, "rt", encoding="utf-8"):
        if "\tkTGH\t" in line:
            found.add(int(line.split("\t")[0][2:], 16))
    if len(found) != 8105:
        raise SystemExit(f"expected 8105 kTGH characters, found {len(found)}")
    return found


def gb2312() -> set[int]:
    """Every character of GB/T 2312-1980: 6,763 hanzi and its symbol rows."""
    found = set()
    for high in range(0xA1, 0xF8):
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


def subset(weight: str, source: pathlib.Path, unicodes: pathlib.Path) -> None:
    target = HERE / f"yunbiao-sans-sc-{weight}.ttf"
    subprocess.run(
        [
            "pyftsubset", str(source), f"--unicodes-file={unicodes}", f"--output-file={target}",
            "--no-hinting", "--layout-features=",
            "--notdef-outline", "--no-recommended-glyphs", "--name-IDs=0,1,2,3,4,5,6,13,14",
            "--drop-tables+=GSUB,GPOS,GDEF,BASE,vhea,vmtx,VORG,STAT,DSIG,gasp,prep,meta",
            "--no-recalc-timestamp",
        ],
        check=True,
    )
    print(target.name, target.stat().st_size)


def main() -> None:
    wanted = general_standard_characters() | gb2312() | symbols()
    with tempfile.TemporaryDirectory() as temp:
        listing = pathlib.Path(temp) / "unicodes.txt"
        listing.write_text("\n".join(f"{c:04X}" for c in sorted(wanted)))
        subset("400", SOURCE / "400Regular/NotoSansSC_400Regular.ttf", listing)
        subset("700", SOURCE / "700Bold/NotoSansSC_700Bold.ttf", listing)


main()
