import { latin1 } from '../../bytes.ts';
import type { Font } from '../../font/font.ts';
import { subsetFont } from '../../font/subset.ts';
import { crc32 } from '../crc.ts';
import type { PdfObjects } from './objects.ts';

/** What of a font a file uses. A character is a CID of its own, so that it is copied as it was written. */
export type UsedFont = {
  /** As the resources of the pages call it. */
  name: string;
  getCid: (glyph: number, codePoint: number) => number;
};

export type UsedFonts = {
  of: (font: Font) => UsedFont;
  /** Writes a subset of each font, in the order of their first use; the font resources. */
  write: (objects: PdfObjects) => string;
};

type Used = UsedFont & { font: Font; glyphs: number[]; codePoints: number[] };

export function createUsedFonts(): UsedFonts {
  const fonts = new Map<Font, Used>();
  return {
    of(font) {
      const known = fonts.get(font);
      if (known !== undefined) return known;
      const used = useFont(font, `F${fonts.size}`);
      fonts.set(font, used);
      return used;
    },
    write(objects) {
      const entries = Array.from(fonts.values(), (used) => {
        return `/${used.name} ${writeFont(objects, used)} 0 R`;
      });
      return `<<${entries.join('')}>>`;
    },
  };
}

const REPLACEMENT = 0xfffd;
const CODE_POINTS = 0x11_0000;

function useFont(font: Font, name: string): Used {
  const cids = new Map<number, number>();
  // CID 0 is the visible box of every character the font lacks.
  const glyphs = [0];
  const codePoints = [REPLACEMENT];
  const getCid = (glyph: number, codePoint: number): number => {
    if (glyph === 0) return 0;
    // Characters may share a glyph, and each is copied as itself; a font has fewer than 65,535 of both.
    const key = glyph * CODE_POINTS + codePoint;
    const known = cids.get(key);
    if (known !== undefined) return known;
    const cid = glyphs.length;
    cids.set(key, cid);
    glyphs.push(glyph);
    codePoints.push(codePoint);
    return cid;
  };
  return { font, name, getCid, glyphs, codePoints };
}

/** A composite font in Identity-H (ISO 32000-1, 9.7); its number. */
function writeFont(objects: PdfObjects, { font, glyphs, codePoints }: Used): number {
  const [id, child, descriptor, file, map] = [
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
  ];
  const { bytes, bounds } = subsetFont(font, glyphs);
  const toThousandths = (value: number): number => Math.round((value * 1000) / font.unitsPerEm);
  const name = `${getTag(bytes)}+Label`;
  const ascent = toThousandths(font.emAscent);
  objects.stream(file, bytes, `/Length1 ${bytes.length}`);
  objects.stream(map, latin1(toUnicode(codePoints)));
  objects.plain(
    descriptor,
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${bounds.map(toThousandths).join(' ')}]` +
      `/ItalicAngle 0/Ascent ${ascent}/Descent ${ascent - 1000}/CapHeight ${ascent}/StemV 80/FontFile2 ${file} 0 R>>`,
  );
  const widths = glyphs.map((glyph) => toThousandths(font.getAdvance(glyph)));
  objects.plain(
    child,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}` +
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
      `/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/DW 1000/W[0[${widths.join(' ')}]]>>`,
  );
  objects.plain(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${child} 0 R]/ToUnicode ${map} 0 R>>`,
  );
  return id;
}

/** Six letters that tell subsets apart (9.6.4); the same subset has the same. */
function getTag(bytes: Uint8Array): string {
  let rest = crc32(bytes);
  let tag = '';
  for (let i = 0; i < 6; i += 1) {
    tag += String.fromCharCode(65 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return tag;
}

/** Entries a block of a CMap may have (9.10.3). */
const BLOCK = 100;

function toUnicode(codePoints: readonly number[]): string {
  let map =
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n' +
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n' +
    '/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n' +
    '1 begincodespacerange<0000><FFFF>endcodespacerange\n';
  for (let from = 0; from < codePoints.length; from += BLOCK) {
    const block = codePoints.slice(from, from + BLOCK);
    const lines = block.map((codePoint, i) => `<${hex(from + i)}><${utf16(codePoint)}>`);
    map += `${block.length} beginbfchar\n${lines.join('\n')}\nendbfchar\n`;
  }
  return `${map}endcmap CMapName currentdict/CMap defineresource pop end end`;
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

function utf16(codePoint: number): string {
  // Half a surrogate pair is no character.
  const isHalf = codePoint >= 0xd800 && codePoint <= 0xdfff;
  const text = String.fromCodePoint(isHalf ? REPLACEMENT : codePoint);
  return Array.from({ length: text.length }, (_, i) => hex(text.charCodeAt(i))).join('');
}
