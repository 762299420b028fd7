/** Maps a code point to a glyph id, 0 when the font lacks it. Read from `cmap` formats 4 and 12. */
export type GlyphLookup = (codePoint: number) => number;

export function readCmap(view: DataView): GlyphLookup {
  const best = chooseCmapSubtable(view);
  if (best === undefined) throw new RangeError('no Unicode cmap of format 4 or 12');
  return cacheGlyphLookupByPage(
    best.format === 12 ? readCmapFormat12(view, best.offset) : readCmapFormat4(view, best.offset),
  );
}

const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

/** Caches lookups in pages of 256 code points, filled on first access: every label repeats them. */
function cacheGlyphLookupByPage(lookup: GlyphLookup): GlyphLookup {
  const pages: (Uint32Array | undefined)[] = [];
  return (codePoint) => {
    const page = codePoint >> PAGE_BITS;
    const cachedPage = pages[page];
    if (cachedPage !== undefined) return cachedPage[codePoint & (PAGE - 1)] ?? 0;
    const from = page << PAGE_BITS;
    const pageGlyphs = Uint32Array.from({ length: PAGE }, (_, i) => lookup(from + i));
    pages[page] = pageGlyphs;
    return pageGlyphs[codePoint & (PAGE - 1)] ?? 0;
  };
}

function chooseCmapSubtable(view: DataView): { offset: number; format: number } | undefined {
  const count = view.getUint16(2);
  let best: { offset: number; format: number } | undefined;
  for (let i = 0; i < count; i += 1) {
    const platform = view.getUint16(4 + i * 8);
    const encoding = view.getUint16(6 + i * 8);
    const offset = view.getUint32(8 + i * 8);
    const format = view.getUint16(offset);
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    if (!isUnicode || (format !== 4 && format !== 12)) continue;
    if (best === undefined || format > best.format) best = { offset, format };
  }
  return best;
}

function readCmapFormat12(view: DataView, offset: number): GlyphLookup {
  const count = view.getUint32(offset + 12);
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  const glyphs = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) {
    starts[i] = view.getUint32(offset + 16 + i * 12);
    ends[i] = view.getUint32(offset + 20 + i * 12);
    glyphs[i] = view.getUint32(offset + 24 + i * 12);
  }
  return (codePoint) => {
    const i = findFirstAtOrAfter(ends, codePoint);
    const start = starts[i];
    if (start === undefined || codePoint < start) return 0;
    return (glyphs[i] ?? 0) + codePoint - start;
  };
}

function readCmapFormat4(view: DataView, offset: number): GlyphLookup {
  const count = view.getUint16(offset + 6) / 2;
  const endsAt = offset + 14;
  const startsAt = endsAt + count * 2 + 2;
  const deltasAt = startsAt + count * 2;
  const rangesAt = deltasAt + count * 2;
  const ends = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) ends[i] = view.getUint16(endsAt + i * 2);
  return (codePoint) => {
    if (codePoint > 0xffff) return 0;
    const i = findFirstAtOrAfter(ends, codePoint);
    if (i >= count) return 0;
    const start = view.getUint16(startsAt + i * 2);
    if (codePoint < start) return 0;
    const delta = view.getUint16(deltasAt + i * 2);
    const range = view.getUint16(rangesAt + i * 2);
    if (range === 0) return (codePoint + delta) & 0xffff;
    const glyph = view.getUint16(rangesAt + i * 2 + range + (codePoint - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
}

/** Index of the first value ≥ `target` in an ascending array, or the array's length. */
function findFirstAtOrAfter(values: Uint32Array, target: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
