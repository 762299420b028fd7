import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import { trimBitmap } from '../image/turn.ts';
import { createBitmap } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import {
  deflate,
  readFixtureTemplate,
  getLayout,
  getTemplate,
  testFonts,
  createTextElement,
} from '../testing/fixtures.ts';
import { decodePng } from '../testing/png.ts';
import { buildSampleData } from '../placeholders.ts';
import { createGlyphSheet, listGlyphIds } from './glyph-sheet.ts';
import { encodeBase64 } from './base64.ts';
import { computeCrc16, computeCrc32 } from './crc.ts';
import { bitmapToPng } from './png.ts';
import { sceneToSvg } from './svg.ts';
import { bitmapToZpl } from '../language/zpl-bytes.ts';

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const getText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function priceTag(): ReturnType<typeof getLayout> {
  const template = readFixtureTemplate('price-tag');
  return getLayout(template, buildSampleData(template));
}

describe('checksums and base64', () => {
  it('match their published check values', () => {
    expect(computeCrc16(toBytes('123456789'))).toBe(0x31c3);
    expect(computeCrc32(toBytes('123456789'))).toBe(0xcbf43926);
  });

  it('encodes as Node does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        expect(getText(encodeBase64(bytes))).toBe(Buffer.from(bytes).toString('base64'));
      }),
    );
  });
});

describe('bitmapToZpl', () => {
  it('is one self-contained format, quantity one, settings explicit', () => {
    const zpl = getText(
      bitmapToZpl(rasterizeScene(priceTag()), { darkness: 5, speed: 4, mediaGap: 'gap' }),
    );
    expect(zpl).toMatch(
      /^~SD05\n\^XA\^MNY\^PW480\^LL320\^LH0,0.*\^JZN\^PR4\^FO0,0\^GFA,19200,19200,60,:Z64:[A-Za-z0-9+/=]+:[0-9A-F]{4}\^FS\^PQ1,0,0,N\^XZ\n$/,
    );
    expect(zpl.match(/\^XA|\^XZ/g)).toHaveLength(2);
    expect(zpl).not.toMatch(/\^FX|\^FN|\^GFB|\^GFC/);
  });

  it('says how large the labels of the roll are and how they follow each other', () => {
    const head = (mediaGap: 'gap' | 'continuous'): string | undefined =>
      /\^XA(.*)\^LH/.exec(
        getText(
          bitmapToZpl(createBitmap(16, 3), {
            mediaGap,
            stock: { widthDots: 480, lengthDots: 320 },
          }),
        ),
      )?.[1];
    expect(head('gap')).toBe('^MNY^PW480^LL320');
    expect(head('continuous')).toBe('^MNN^PW480^LL320');
  });

  it('holds the whole bitmap, compressed, with the right CRC', () => {
    const bitmap = rasterizeScene(priceTag());
    const [, data = '', crc = ''] =
      /:Z64:([^:]+):([0-9A-F]{4})/.exec(getText(bitmapToZpl(bitmap))) ?? [];
    expect(new Uint8Array(inflateSync(Buffer.from(data, 'base64')))).toEqual(bitmap.data);
    expect(Number.parseInt(crc, 16)).toBe(computeCrc16(toBytes(data)));
  });

  it('falls back to ASCII where that is shorter', () => {
    const zpl = getText(bitmapToZpl(createBitmap(16, 3)));
    expect(zpl).toContain('^GFA,6,6,2,,::^FS');
  });

  it('refuses settings out of range', () => {
    const bitmap = createBitmap(8, 8);
    for (const options of [
      { darkness: 31 },
      { darkness: 1.5 },
      { speed: 0 },
      { speed: Number.NaN },
    ]) {
      expect(() => bitmapToZpl(bitmap, options)).toThrow(LabelError);
    }
  });
});

describe('bitmapToPng', () => {
  it('reads back to the same dots, with its size in the file', () => {
    const bitmap = rasterizeScene(priceTag());
    const png = bitmapToPng(bitmap, deflate, { dpi: 203 });
    const { width, height, grey } = decodePng(png);
    expect([width, height]).toEqual([480, 320]);
    const isSame = grey.every((value, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return (
        (value === 0) ===
        ((((bitmap.data[y * bitmap.stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1)
      );
    });
    expect(isSame).toBe(true);
    expect(getText(png)).toContain('pHYs');
  });
});

describe('sceneToSvg', () => {
  it('draws text as outlines, codes crisp, and needs no ids', () => {
    const svg = sceneToSvg(priceTag(), { title: '商品价签' });
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 480 320" role="img" aria-label="商品价签"><title>商品价签<\/title>/,
    );
    expect(svg).toContain('shape-rendering="crispEdges"');
    expect(svg).not.toMatch(/<text|\sid=|NaN|undefined/);
  });

  it.each([0, 90, 180, 270] as const)(
    'uses glyphs of lines and columns turned by %i where they stand',
    (rotation) => {
      const text = createTextElement('竖排 ab，字。', {
        heightMm: 30,
        writingMode: 'vertical-rl',
        underline: false,
      });
      const scene = getLayout(getTemplate([text]), {}, { dpi: 203, rotation });
      const svg = sceneToSvg(scene, { glyphs: createGlyphSheet(testFonts()) });
      const groups = svg.matchAll(
        /translate\((-?\d+)[ ]?(-?\d+)\)(?:rotate\((\d+)\))?scale\(([\d.]+)\)">(.*?)<\/g>/g,
      );
      const drawn = Array.from(groups).flatMap(([, x0, y0, turn = '0', scale, uses = '']) =>
        Array.from(uses.matchAll(/<use href="[^"]+"(?: x="([^"]+)")?(?: y="([^"]+)")?/g), (use) => {
          const [x, y] = [Number(use[1] ?? 0) * Number(scale), Number(use[2] ?? 0) * Number(scale)];
          const angle = (Number(turn) * Math.PI) / 180;
          return {
            x: Math.round(Number(x0) + x * Math.cos(angle) - y * Math.sin(angle)),
            y: Math.round(Number(y0) + x * Math.sin(angle) + y * Math.cos(angle)),
          };
        }),
      );
      const space = testFonts()[400].getGlyph(0x20);
      const placed = scene.ops.flatMap((op) => (op.kind === 'glyphs' ? op.glyphs : []));
      expect(drawn).toEqual(
        placed.filter(({ glyph }) => glyph !== space).map(({ x, y }) => ({ x, y })),
      );
    },
  );

  it('draws widened glyphs where they stand, as outlines and by id', () => {
    const element = createTextElement('III', { sizeMm: 4, widthScale: 1.5 });
    const scene = getLayout(getTemplate([element]));
    const [op] = scene.ops;
    if (op?.kind !== 'glyphs') throw new Error('no text');
    const ink = trimBitmap(rasterizeScene(scene));
    const outlined = sceneToSvg(scene);
    // Corners of the first and the last stem, in tenths of a dot.
    const corners = Array.from(outlined.matchAll(/M(\d+)/g), ([, x]) => Number(x) / 10);
    expect(Math.min(...corners.slice(1))).toBeGreaterThanOrEqual((ink?.left ?? 0) - 1);
    const end = (ink?.left ?? 0) + (ink?.bitmap.width ?? 0);
    expect(Math.max(...corners)).toBeLessThanOrEqual(end + 1);
    const used = sceneToSvg(scene, { glyphs: createGlyphSheet(testFonts()) });
    const [, across = '', down = ''] = /scale\(([\d.]+) ([\d.]+)\)/.exec(used) ?? [];
    expect(Number(across) / Number(down)).toBeCloseTo(1.5, 2);
    const places = Array.from(
      used.matchAll(/ x="([\d.]+)"/g),
      ([, x]) => Number(x) * Number(across),
    );
    const steps = op.glyphs.slice(1).map(({ x }) => x - (op.glyphs[0]?.x ?? 0));
    expect(places.map(Math.round)).toEqual(steps);
  });

  it('has what is drawn in the colour of the paper in white', () => {
    const scene = getLayout(getTemplate([createTextElement('云')]));
    const rect = { kind: 'rect', elementId: 'r', x0: 1, y0: 2, x1: 3, y1: 5, paper: true } as const;
    const ops = [...scene.ops.map((op) => ({ ...op, paper: true as const })), rect];
    const white = { ...scene, ops } as typeof scene;
    const sheet = createGlyphSheet(testFonts());
    expect(sceneToSvg(white)).toMatch(/<path transform="scale\(.1\)" fill="#fff" d="M/);
    expect(sceneToSvg(white)).toContain('fill="#fff" d="M1 2h2v3h-2z"');
    expect(sceneToSvg(white, { glyphs: sheet })).toContain('<g fill="#fff" ');
    expect(sceneToSvg(scene)).not.toMatch(/fill="#fff" (d="M(?!0 0)|transform)/);
  });

  it('escapes the title', () => {
    const svg = sceneToSvg(getLayout(getTemplate([])), { title: '"><script>alert(1)</script>&' });
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;');
  });

  it('uses the glyphs of a sheet, each defined once and the same in every drawing', () => {
    const sheet = createGlyphSheet(testFonts());
    const twice = getLayout(getTemplate([createTextElement('果 果汁')]));
    const svg = sceneToSvg(twice, { glyphs: sheet });
    expect(listGlyphIds(svg)).toHaveLength(2);
    expect([...sheet.paths.keys()]).toEqual(listGlyphIds(svg));
    expect(svg.match(/<use /g)).toHaveLength(3);
    expect(svg).not.toMatch(/\sid=|NaN|undefined/);
    sceneToSvg(priceTag(), { glyphs: sheet });
    for (const path of sheet.paths.values()) expect(path).toMatch(/^M[-\d Mlhvqz]+z$/);
    const other = createGlyphSheet(testFonts());
    expect(sceneToSvg(twice, { glyphs: other })).toBe(svg);
  });

  it('keeps the bold and the light form of a character apart', () => {
    const sheet = createGlyphSheet(testFonts());
    const bold = createTextElement('果', { id: 'b', weight: 700 });
    sceneToSvg(getLayout(getTemplate([createTextElement('果'), bold])), { glyphs: sheet });
    expect(new Set(sheet.paths.values()).size).toBe(2);
  });

  it('clips text without ids', () => {
    const scene = getLayout(getTemplate([createTextElement('国'.repeat(40), { fit: 'clip' })]));
    expect(sceneToSvg(scene)).toContain(
      '<svg x="16" y="16" width="320" height="80" viewBox="16 16 320 80">',
    );
  });
});
