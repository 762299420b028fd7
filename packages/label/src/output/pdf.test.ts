import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFonts } from '../font/pieces.ts';
import { buildSampleData } from '../placeholders.ts';
import { isBlackDot } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { Scene } from '../scene.ts';
import type { Dpi, Rotation, TemplateElement } from '../template.ts';
import {
  createCode128Element,
  deflate,
  readFixtureTemplate,
  readFontBytes,
  getLayout,
  createQrElement,
  DRAWN,
  getTemplate,
  createTextElement,
} from '../testing/fixtures.ts';
import type { GreyImage } from '../testing/png.ts';
import {
  type Stray,
  drawWithPoppler,
  listFonts,
  getInfo,
  noPoppler,
  listStrays,
  listTexts,
} from '../testing/poppler.ts';
import { createPdfWriter, type PdfOptions } from './pdf.ts';
import { listSceneSymbols } from './symbols.ts';
import { sampleCases } from '../../../../scripts/vitest/rounds.ts';

const ROTATIONS = [0, 90, 180, 270] as const;

const getFile = (scenes: readonly Scene[], options: PdfOptions): Uint8Array => {
  const pdf = createPdfWriter(options);
  return Buffer.concat([...scenes.map((scene) => pdf.addPage(scene)), pdf.finish()]);
};

const getPdf = (...scenes: Scene[]): Uint8Array => getFile(scenes, { deflate });

const layOutSample = (name: string, dpi: Dpi, rotation: Rotation): Scene => {
  const template = readFixtureTemplate(name);
  return getLayout(template, buildSampleData(template), { dpi, rotation });
};

const textPage = (content: string, more: Partial<TemplateElement> = {}): Scene =>
  getLayout(
    getTemplate([createTextElement(content, { fit: 'wrap', heightMm: 30, ...more } as object)]),
  );

/** The contents of a file's streams, one character per byte. */
function listStreams(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString('latin1');
  return Array.from(file.matchAll(/\/Length (\d+)[^>]*>>stream\n/g), (found) => {
    const from = found.index + found[0].length;
    return inflateSync(pdf.subarray(from, from + Number(found[1]))).toString('latin1');
  });
}

/** Number of dots of the codes that differ in the picture. */
function wrongCodeDots(scene: Scene, { width, grey }: GreyImage): number {
  const bitmap = rasterizeScene(scene);
  let wrong = 0;
  for (const { box } of listSceneSymbols(scene)) {
    for (let y = box.y0; y < box.y1; y += 1) {
      for (let x = box.x0; x < box.x1; x += 1)
        if (isBlackDot(bitmap, x, y) !== (grey[y * width + x] ?? 0) < 128) wrong += 1;
    }
  }
  return wrong;
}

/**
 * Whether the dot is just outside a clip: poppler draws the whole pixel when the edge touches it.
 */
function isAtClip(scene: Scene, { x, y }: Stray): boolean {
  return scene.ops.some((op) => {
    if (op.kind !== 'glyphs' || op.clip === undefined) return false;
    const { x0, y0, x1, y1 } = op.clip;
    const isBeside = x === x0 - 1 || x === x1 || y === y0 - 1 || y === y1;
    return isBeside && x >= x0 - 1 && x <= x1 && y >= y0 - 1 && y <= y1;
  });
}

/** Draws all scenes in one file, so that state left by a page would show on the next. */
function expectDrawn(scenes: readonly Scene[]): void {
  const pictures = drawWithPoppler(getPdf(...scenes), scenes);
  expect(pictures).toHaveLength(scenes.length);
  pictures.forEach((picture, i) => {
    const scene = scenes[i] as Scene;
    const strays = listStrays(rasterizeScene(scene), picture).filter((at) => !isAtClip(scene, at));
    expect(strays, `page ${i + 1}`).toEqual([]);
    expect(wrongCodeDots(scene, picture), `codes of page ${i + 1}`).toBe(0);
  });
}

describe('a PDF drawn by poppler', () => {
  beforeEach((ctx) => {
    if (noPoppler !== undefined) ctx.skip(noPoppler);
  });

  it.each(sampleCases(ROTATIONS))('is the sample labels at 203 dpi, turned by %i', (rotation) => {
    expectDrawn(DRAWN.map((name) => layOutSample(name, 203, rotation)));
  });

  it('is the sample labels at 300 dpi, turned one way or another', () => {
    expectDrawn(DRAWN.map((name, i) => layOutSample(name, 300, ROTATIONS[i % 4] ?? 0)));
  });

  it('is a label at 600 dpi, turned by any quarter', () => {
    expectDrawn(ROTATIONS.map((rotation) => layOutSample('price-tag', 600, rotation)));
  });

  it.each(ROTATIONS)(
    'clips, spaces and sizes text as the bitmap does, turned by %i',
    (rotation) => {
      const long = '云南小粒咖啡 Arabica coffee'.repeat(3);
      const elements: TemplateElement[] = [
        createTextElement(long, { id: 'a', fit: 'clip', widthMm: 33, heightMm: 3, sizeMm: 5 }),
        createTextElement(long, {
          id: 'b',
          fit: 'wrap',
          yMm: 9,
          widthMm: 21,
          heightMm: 7,
          rotation: 180,
        }),
        createTextElement('字距 wide', { id: 'c', yMm: 18, letterSpacingMm: 1.1, align: 'center' }),
        createTextElement('¥149.90', { id: 'd', yMm: 24, sizeMm: 7, restScale: 0.45, weight: 700 }),
        createTextElement('分段 ', {
          id: 's',
          xMm: 2,
          yMm: 32,
          widthMm: 22,
          spans: [
            { content: '斜体 It', sizeMm: 2.5, weight: 700, italic: true, strike: true },
            { content: '小', sizeMm: 2, weight: 400, underline: true },
          ],
        }),
        createTextElement('窄 Italic', {
          id: 'i',
          xMm: 33,
          yMm: 6,
          widthMm: 12,
          widthScale: 0.6,
          italic: true,
        }),
        createTextElement('窄 Narrow', { id: 'n', xMm: 33, yMm: 12, widthMm: 12, widthScale: 0.6 }),
        createTextElement('宽 wide', { id: 'w', xMm: 25, yMm: 32, widthMm: 30, widthScale: 1.75 }),
        createTextElement('脐橙', {
          id: 'e',
          xMm: 46,
          yMm: 2,
          widthMm: 6,
          heightMm: 36,
          rotation: 90,
          tail: { content: 'AAA', sizeMm: 2, weight: 700, gapMm: 2 },
        }),
        {
          type: 'rect',
          id: 'r',
          xMm: 1,
          yMm: 1,
          widthMm: 58,
          heightMm: 38,
          rotation: 0,
          lineMm: 0.4,
        },
      ];
      const dpi = rotation === 90 ? 300 : 203;
      expectDrawn([getLayout(getTemplate(elements), {}, { dpi, rotation })]);
    },
  );

  it('has what is drawn in the colour of the paper in white, and goes on in black', () => {
    const plain = textPage('新疆 Apple', { sizeMm: 6 });
    const { widthDots, heightDots } = plain;
    const black = {
      kind: 'rect',
      elementId: 'b',
      x0: 0,
      y0: 0,
      x1: widthDots,
      y1: heightDots,
    } as const;
    const gap = { ...black, x0: 19, y0: 200, x1: 147, y1: 230, paper: true } as const;
    const ops = plain.ops.map((op) =>
      op.kind === 'glyphs' ? { ...op, paper: true as const } : op,
    );
    const last = { ...black, x0: 40, y0: 210, x1: 60, y1: 220 };
    expectDrawn([{ ...plain, ops: [black, ...ops, gap, last] }, plain]);
  });

  it('draws other codes dot for dot', () => {
    const elements: TemplateElement[] = [
      createCode128Element('690123456789212', { type: 'ean13', id: 'a', widthMm: 56 }),
      createQrElement('(01)09521234543213(10)ABC', {
        type: 'gs1-datamatrix',
        id: 'b',
        yMm: 16,
        widthMm: 20,
        heightMm: 20,
        rotation: 90,
      } as object),
    ];
    const thinner = [1, 2].map((barReductionDots) =>
      getLayout(getTemplate(elements), {}, { dpi: 203, barReductionDots }),
    );
    expectDrawn([getLayout(getTemplate(elements)), ...thinner]);
  });
});

describe('the text of a PDF', () => {
  beforeEach((ctx) => {
    if (noPoppler !== undefined) ctx.skip(noPoppler);
  });

  it('is read in the order of the label', () => {
    expect(listTexts(getPdf(layOutSample('reference', 203, 0)))[0]?.split(/\n+/)).toEqual([
      '云南小粒咖啡 Arabica',
      '净含量 250 g · 深度烘焙',
      '批次 2026-0518-0001',
      'YN0000000001',
    ]);
  });

  it('is read from a label turned by a quarter, too', () => {
    for (const rotation of ROTATIONS)
      expect(listTexts(getPdf(layOutSample('reference', 300, rotation)))[0]).toContain(
        '净含量 250 g · 深度烘焙',
      );
  });

  it('copies characters of every piece as they were written, those that share a glyph among them', () => {
    const written = '㐂䶮喆❶➊麤\u{20087}Ａ№•‧';
    const bold = textPage(written, { weight: 700 } as object);
    expect(listTexts(getPdf(textPage(written), bold))).toEqual([written, written]);
  });

  it('has a replacement character where no font has the one asked for', () => {
    expect(listTexts(getPdf(textPage('甲😀乙')))).toEqual(['甲\ufffd乙']);
  });

  it('survives whatever is typed', () => {
    const hostile = [
      '\ud800云\udc00\u0000\u0007\u001b标\ufeff',
      '()\\(((\r\n)Tj ET Q endstream endobj',
      ...fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { seed: 9, numRuns: 60 }),
    ];
    const pdf = getFile(
      hostile.map((text) => textPage(text)),
      { deflate, title: '标\ud800签 ) >> /Root 1 0 R' },
    );
    const texts = listTexts(pdf);
    expect(texts).toHaveLength(hostile.length);
    expect(texts[0]).toBe('云标');
    expect(texts[1]?.replaceAll(/\s/g, '')).toBe('()\\((()TjETQendstreamendobj');
    expect(getInfo(pdf)).toMatch(/^Title: +标\ufffd签 \) >> \/Root 1 0 R$/m);
  });
});

describe('the file', () => {
  it('is the same for the same labels, whatever was drawn before', () => {
    const scenes = DRAWN.map((name) => layOutSample(name, 203, 0));
    const first = getPdf(...scenes);
    getPdf(textPage('㐂麤'));
    expect(Buffer.compare(first, getPdf(...scenes))).toBe(0);
    // Reloaded fonts, with their pieces loaded in another order.
    const fonts = loadFonts({ read: readFontBytes });
    for (const character of '麤㐂喆') fonts[400].getGlyph(character.codePointAt(0) ?? 0);
    const again = DRAWN.map((name) => {
      const template = readFixtureTemplate(name);
      return getLayout(template, buildSampleData(template), { dpi: 203 }, fonts);
    });
    expect(Buffer.compare(first, getPdf(...again))).toBe(0);
    expect(Buffer.from(first).toString('latin1')).not.toMatch(/CreationDate|ModDate|\/ID\b/);
  });

  it('holds a picture that is on every label once', () => {
    const images = getFile([layOutSample('images', 203, 0)], { deflate });
    const twice = getFile([layOutSample('images', 203, 0), layOutSample('images', 203, 0)], {
      deflate,
    });
    const count = (pdf: Uint8Array): number =>
      Buffer.from(pdf).toString('latin1').split('/ImageMask').length - 1;
    expect(count(images)).toBeGreaterThan(1);
    expect(count(twice)).toBe(count(images));
  });

  it('is written page after page: what a page adds does not grow, and the end is small', () => {
    const pdf = createPdfWriter({ deflate });
    const scene = layOutSample('reference', 203, 0);
    const sizes = Array.from({ length: 600 }, () => pdf.addPage(scene).length);
    const usual = sizes.toSorted((a, b) => a - b)[300] ?? 0;
    // After every 256 pages, the objects that describe them are written too.
    expect(Math.max(...sizes.slice(1))).toBeLessThan(usual + 5000);
    expect(pdf.finish().length).toBeLessThan(usual * 30);
  });

  it('has every byte of a string as a reader takes it', (ctx) => {
    const many = Array.from({ length: 200 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    const pdf = getPdf(textPage(many, { sizeMm: 2 }));
    // A carriage return in a string would be read as a line feed.
    expect(listStreams(pdf).filter((text) => /^BT.*\r/s.test(text))).toEqual([]);
    if (noPoppler !== undefined) ctx.skip(noPoppler);
    expect(listTexts(pdf)[0]?.replaceAll(/\s/g, '')).toBe(many);
  });

  it('has a page of true size for each label, however many, and one font of each weight', (ctx) => {
    if (noPoppler !== undefined) ctx.skip(noPoppler);
    const light = textPage('轻 light');
    const bold = getLayout(
      getTemplate([createTextElement('重 bold', { weight: 700 })], { widthMm: 100, heightMm: 150 }),
      {},
      { dpi: 300 },
    );
    const pdf = getFile(
      Array.from({ length: 1203 }, (_, i) => (i % 400 === 1 ? bold : light)),
      { deflate },
    );
    const info = getInfo(pdf, 402);
    expect(info).toMatch(/^Pages: +1203$/m);
    expect(info).toMatch(/^Page +401 size: +170\.079 x 113\.386 pts/m);
    expect(info).toMatch(/^Page +402 size: +283\.44 x 425\.28 pts/m);
    const fonts = listFonts(pdf);
    expect(fonts.map(([, type, encoding, ...is]) => [type, encoding, ...is.slice(0, 3)])).toEqual(
      Array.from({ length: 2 }, () => ['CID TrueType', 'Identity-H', 'yes', 'yes', 'yes']),
    );
    expect(new Set(fonts.map(([name]) => name)).size).toBe(2);
    expect(listTexts(pdf)[801]).toBe('重 bold');
  });
});
