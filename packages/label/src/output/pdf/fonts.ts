import { encodeLatin1 } from '../../bytes.ts';
import type { Font } from '../../font/font.ts';
import { subsetFont } from '../../font/subset.ts';
import { computeCrc32 } from '../crc.ts';
import type { PdfObjects } from './objects.ts';

/**
 * A font used in a file. Each character has its own CID, so that copied text contains the original
 * characters.
 */
export type UsedFont = {
  /** Name in the page resources. */
  name: string;
  getCid: (glyph: number, codePoint: number) => number;
};

export type UsedFonts = {
  getOrCreate: (font: Font) => UsedFont;
  /** Writes a subset of each font in the order of first use; returns the font resources. */
  write: (objects: PdfObjects) => string;
};

type MutableUsedFont = UsedFont & { font: Font; glyphs: number[]; codePoints: number[] };

export function createPdfFontRegistry(): UsedFonts {
  const fonts = new Map<Font, MutableUsedFont>();
  return {
    getOrCreate(font) {
      const cachedFont = fonts.get(font);
      if (cachedFont !== undefined) return cachedFont;
      const pdfFont = createPdfFont(font, `F${fonts.size}`);
      fonts.set(font, pdfFont);
      return pdfFont;
    },
    write(objects) {
      const entries = Array.from(fonts.values(), (pdfFont) => {
        return `/${pdfFont.name} ${writePdfFont(objects, pdfFont)} 0 R`;
      });
      return `<<${entries.join('')}>>`;
    },
  };
}

const REPLACEMENT = 0xfffd;
const CODE_POINTS = 0x11_0000;

function createPdfFont(font: Font, name: string): MutableUsedFont {
  const cids = new Map<number, number>();
  // CID 0 is the visible box for characters the font lacks.
  const glyphs = [0];
  const codePoints = [REPLACEMENT];
  const assignCid = (glyph: number, codePoint: number): number => {
    if (glyph === 0) return 0;
    // Several characters may share a glyph, and each is copied as itself. A font has fewer than
    // 65,535 of both.
    const key = glyph * CODE_POINTS + codePoint;
    const cachedCid = cids.get(key);
    if (cachedCid !== undefined) return cachedCid;
    const cid = glyphs.length;
    cids.set(key, cid);
    glyphs.push(glyph);
    codePoints.push(codePoint);
    return cid;
  };
  return { font, name, getCid: assignCid, glyphs, codePoints };
}

/** Writes a composite font in Identity-H (ISO 32000-1, 9.7) and returns its object number. */
function writePdfFont(objects: PdfObjects, { font, glyphs, codePoints }: MutableUsedFont): number {
  const [id, child, descriptor, file, map] = [
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
    objects.reserve(),
  ];
  const { bytes, bounds } = subsetFont(font, glyphs);
  const toThousandths = (value: number): number => Math.round((value * 1000) / font.unitsPerEm);
  const name = `${computeSubsetTag(bytes)}+Label`;
  const ascent = toThousandths(font.emAscent);
  objects.writeStream(file, bytes, `/Length1 ${bytes.length}`);
  objects.writeStream(map, encodeLatin1(buildToUnicodeMap(codePoints)));
  objects.addObject(
    descriptor,
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${bounds.map(toThousandths).join(' ')}]` +
      `/ItalicAngle 0/Ascent ${ascent}/Descent ${ascent - 1000}/CapHeight ${ascent}/StemV 80/FontFile2 ${file} 0 R>>`,
  );
  const widths = glyphs.map((glyph) => toThousandths(font.getAdvance(glyph)));
  objects.addObject(
    child,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}` +
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
      `/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/DW 1000/W[0[${widths.join(' ')}]]>>`,
  );
  objects.addObject(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${child} 0 R]/ToUnicode ${map} 0 R>>`,
  );
  return id;
}

/** Six letters that distinguish subsets (9.6.4); equal subsets have the same tag. */
function computeSubsetTag(bytes: Uint8Array): string {
  let remainingHash = computeCrc32(bytes);
  let tag = '';
  for (let i = 0; i < 6; i += 1) {
    tag += String.fromCharCode(65 + (remainingHash % 26));
    remainingHash = Math.floor(remainingHash / 26);
  }
  return tag;
}

/** Maximum entries in a block of a CMap (9.10.3). */
const BLOCK = 100;

function buildToUnicodeMap(codePoints: readonly number[]): string {
  let map =
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n' +
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n' +
    '/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n' +
    '1 begincodespacerange<0000><FFFF>endcodespacerange\n';
  for (let from = 0; from < codePoints.length; from += BLOCK) {
    const block = codePoints.slice(from, from + BLOCK);
    const lines = block.map(
      (codePoint, i) => `<${formatFourHexDigits(from + i)}><${formatUtf16Hex(codePoint)}>`,
    );
    map += `${block.length} beginbfchar\n${lines.join('\n')}\nendbfchar\n`;
  }
  return `${map}endcmap CMapName currentdict/CMap defineresource pop end end`;
}

const formatFourHexDigits = (value: number): string =>
  value.toString(16).toUpperCase().padStart(4, '0');

function formatUtf16Hex(codePoint: number): string {
  // A lone surrogate is not a character.
  const isHalf = codePoint >= 0xd800 && codePoint <= 0xdfff;
  const text = String.fromCodePoint(isHalf ? REPLACEMENT : codePoint);
  return Array.from({ length: text.length }, (_, i) =>
    formatFourHexDigits(text.charCodeAt(i)),
  ).join('');
}
