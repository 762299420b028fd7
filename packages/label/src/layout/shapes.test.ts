import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sceneToSvg } from '../output/svg.ts';
import { isBlackDot } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type {
  EllipseElement,
  LineElement,
  RectElement,
  ShapeElement,
  Template,
} from '../template.ts';
import { listCodes, writeRows, getLayout, getTemplate } from '../testing/fixtures.ts';
import { computeSinCos } from './outlines.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const BOX = { id: 's', xMm: 5, yMm: 5, widthMm: 30, heightMm: 20, rotation: 0 } as const;

const createRect = (more: Partial<RectElement>): RectElement => ({
  ...BOX,
  type: 'rect',
  lineMm: 0,
  ...more,
});
const createEllipse = (more: Partial<EllipseElement>): EllipseElement => ({
  ...BOX,
  type: 'ellipse',
  lineMm: 0,
  ...more,
});
const createLine = (more: Partial<LineElement>): LineElement => ({
  ...BOX,
  type: 'line',
  lineMm: 0.5,
  ...more,
});
const drawLabels = (...elements: ShapeElement[]): Bitmap =>
  rasterizeScene(getLayout(getTemplate(elements)));

function inkIn({ data }: Bitmap): number {
  let ink = 0;
  for (const byte of data) for (let bits = byte; bits !== 0; bits &= bits - 1) ink += 1;
  return ink;
}

/** Number of groups of connected black dots; corners connect too. */
function piecesIn(bitmap: Bitmap): number {
  const seen = new Set<number>();
  let pieces = 0;
  for (let at = 0; at < bitmap.width * bitmap.height; at += 1) {
    if (seen.has(at) || !isBlackDot(bitmap, at % bitmap.width, Math.floor(at / bitmap.width)))
      continue;
    pieces += 1;
    const open = [at];
    seen.add(at);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [x, y] = [next % bitmap.width, Math.floor(next / bitmap.width)];
      for (const [nx, ny] of NEIGHBOURS.map(([dx, dy]) => [x + dx, y + dy] as const)) {
        const beside = ny * bitmap.width + nx;
        if (seen.has(beside) || !isBlackDot(bitmap, nx, ny)) continue;
        seen.add(beside);
        open.push(beside);
      }
    }
  }
  return pieces;
}

const NEIGHBOURS = [-1, 0, 1].flatMap((dx) =>
  [-1, 0, 1].map((dy) => [dx, dy] as const).filter(([x, y]) => x !== 0 || y !== 0),
);

describe('an ellipse', () => {
  it('fills π/4 of its box and touches its sides', () => {
    const scene = getLayout(getTemplate([createEllipse({})]));
    expect(Math.abs(inkIn(rasterizeScene(scene)) - (Math.PI / 4) * 240 * 160)).toBeLessThan(60);
    const bitmap = rasterizeScene(scene);
    expect([40, 279].map((x) => isBlackDot(bitmap, x, 119) || isBlackDot(bitmap, x, 120))).toEqual([
      true,
      true,
    ]);
    expect(isBlackDot(bitmap, 39, 120) || isBlackDot(bitmap, 280, 120)).toBe(false);
  });

  it('has an outline equally wide all round, inside the box', () => {
    const ring = drawLabels(createEllipse({ heightMm: 10, lineMm: 1 }));
    const [across, down] = [
      writeRows(ring)[80]?.slice(0, 160).replaceAll('.', '').length,
      writeRows(ring)
        .slice(0, 80)
        .filter((row) => row[160] === '#').length,
    ];
    expect([across, down]).toEqual([8, 8]);
    expect(listCodes(getLayout(getTemplate([createEllipse({ xMm: 0, yMm: 0 })])))).toEqual([]);
  });

  it('and a rounded frame of one dot are one piece, at any shape', () => {
    const side = fc.double({ min: 1, max: 30, noNaN: true });
    fc.assert(
      fc.property(side, side, fc.double({ min: 0, max: 15, noNaN: true }), (w, h, radiusMm) => {
        const box = { widthMm: w, heightMm: h, lineMm: 0.01 };
        expect(piecesIn(drawLabels(createEllipse(box)))).toBe(1);
        expect(piecesIn(drawLabels(createRect({ ...box, radiusMm })))).toBe(1);
      }),
      { numRuns: rounds(20) },
    );
  });
});

describe('a rounded rectangle', () => {
  it('is the plain one but for its corners', () => {
    const plain = drawLabels(createRect({ lineMm: 0.5 }));
    const rounded = drawLabels(createRect({ lineMm: 0.5, radiusMm: 3 }));
    const cropMiddle = (bitmap: Bitmap): string[] =>
      writeRows(bitmap).slice(5 * 8 + 24, 25 * 8 - 24);
    expect(cropMiddle(rounded)).toEqual(cropMiddle(plain));
    expect([isBlackDot(plain, 40, 40), isBlackDot(rounded, 40, 40)]).toEqual([true, false]);
  });

  it('takes a radius larger than it is for half its shorter side', () => {
    const drawRounded = (radiusMm: number): string[] =>
      writeRows(drawLabels(createRect({ radiusMm })));
    expect(drawRounded(100)).toEqual(drawRounded(10));
    expect(drawRounded(0.05)).toEqual(drawRounded(0));
  });
});

describe('a line', () => {
  it('is crisp at every quarter turn and about its own middle', () => {
    const upright = drawLabels(createLine({ widthMm: 20, heightMm: 20, angleDeg: 90 }));
    const level = drawLabels(createLine({ widthMm: 20, heightMm: 20, angleDeg: 360 }));
    expect([inkIn(upright), inkIn(level)]).toEqual([160 * 4, 160 * 4]);
    expect(isBlackDot(upright, 118, 40) && isBlackDot(upright, 121, 199)).toBe(true);
    expect(isBlackDot(level, 40, 118) && isBlackDot(level, 199, 121)).toBe(true);
  });

  it('turns clockwise and keeps its length', () => {
    const slanted = drawLabels(createLine({ widthMm: 20, heightMm: 20, angleDeg: 30, lineMm: 1 }));
    expect(Math.abs(inkIn(slanted) - 160 * 8)).toBeLessThan(40);
    // The line runs down to the right.
    expect(isBlackDot(slanted, 120 + 60, 120 + 35)).toBe(true);
    expect(isBlackDot(slanted, 120 + 60, 120 - 35)).toBe(false);
  });

  it('of one dot is one piece at any angle', () => {
    fc.assert(
      fc.property(fc.double({ min: -360, max: 360, noNaN: true }), (angleDeg) => {
        expect(piecesIn(drawLabels(createLine({ heightMm: 8, lineMm: 0.01, angleDeg })))).toBe(1);
      }),
      { numRuns: rounds(30) },
    );
  });

  it('that stands out of the label when turned is told', () => {
    const turned = createLine({ xMm: 0, yMm: 0, widthMm: 30, heightMm: 1, angleDeg: 60 });
    const { warnings } = getLayout(getTemplate([turned]));
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['outside-label', '线条超出标签，超出的部分不会打印出'],
    ]);
  });
});

const shape = fc
  .record({
    type: fc.constantFrom('rect', 'ellipse', 'line'),
    xMm: fc.integer({ min: -40, max: 200 }),
    yMm: fc.integer({ min: -40, max: 150 }),
    widthMm: fc.integer({ min: 0, max: 160 }),
    heightMm: fc.integer({ min: 0, max: 120 }),
    rotation: fc.constantFrom(0, 90, 180, 270),
    lineMm: fc.integer({ min: 0, max: 20 }),
    more: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ type, more, rotation, ...eighths }): ShapeElement => {
    const mm = Object.fromEntries(
      Object.entries(eighths).map(([name, value]) => [name, value / 8]),
    ) as typeof eighths;
    const element = { ...mm, id: 's', rotation: rotation as 0 | 90 | 180 | 270 };
    if (type === 'rect') return { ...element, type, radiusMm: more / 8 };
    return type === 'line'
      ? { ...element, type, angleDeg: more * 6 }
      : { ...element, type: 'ellipse' };
  });
const anyShapes = fc.array(shape, { minLength: 1, maxLength: 4 });

const turnedOnce = (rows: string[]): string[] =>
  Array.from({ length: rows[0]?.length ?? 0 }, (_, y) =>
    rows
      .map((row) => row[y] ?? '')
      .toReversed()
      .join(''),
  );

describe('any shapes', () => {
  it('are the same picture turned, at every turn of the label', () => {
    fc.assert(
      fc.property(anyShapes, (elements) => {
        const template: Template = getTemplate(elements, { widthMm: 30, heightMm: 20 });
        let expected = writeRows(rasterizeScene(getLayout(template)));
        for (const rotation of [90, 180, 270] as const) {
          expected = turnedOnce(expected);
          const media = rasterizeScene(getLayout(template, {}, { dpi: 203, rotation }));
          expect(writeRows(media).join('\n')).toBe(expected.join('\n'));
        }
      }),
      { numRuns: rounds(30) },
    );
  });

  it('lose nothing at the edge of the label without a warning', () => {
    fc.assert(
      fc.property(shape, (element) => {
        const scene = getLayout(getTemplate([element], { widthMm: 30, heightMm: 20 }));
        const away = { ...element, xMm: element.xMm + 30, yMm: element.yMm + 30 };
        const whole = getLayout(getTemplate([away], { widthMm: 90, heightMm: 80 }));
        const isCut = inkIn(rasterizeScene(scene)) < inkIn(rasterizeScene(whole));
        if (isCut) expect(listCodes(scene)).toContain('outside-label');
      }),
      { numRuns: rounds(30) },
    );
  });

  it('have the same corners in an SVG', () => {
    fc.assert(
      fc.property(shape, (element) => {
        const scene = getLayout(getTemplate([element]));
        const [, drawn] =
          /<path transform="scale\(\.0625\)" d="([^"]*)"/.exec(sceneToSvg(scene)) ?? [];
        const corners = scene.ops.flatMap((op) => (op.kind === 'path' ? op.rings : []));
        expect(listRings(drawn ?? '')).toEqual(corners);
      }),
      { numRuns: rounds(30) },
    );
  });
});

function listRings(path: string): number[][] {
  return Array.from(path.matchAll(/M([^z]*)z/g), ([, ring = '']) => {
    const numbers = (ring.match(/-?[\d.]+/g) ?? []).map(Number);
    return numbers.map((_, i) => {
      let sum = 0;
      for (let from = i % 2; from <= i; from += 2) sum += numbers[from] ?? 0;
      return sum / 16;
    });
  });
}

it('finds sines as exactly as the engine it runs in, and quarter turns exactly', () => {
  fc.assert(
    fc.property(fc.double({ min: -720, max: 720, noNaN: true }), (degrees) => {
      const { sin, cos } = computeSinCos(degrees);
      expect(sin).toBeCloseTo(Math.sin((degrees * Math.PI) / 180), 12);
      expect(cos).toBeCloseTo(Math.cos((degrees * Math.PI) / 180), 12);
    }),
  );
  expect(computeSinCos(270)).toEqual({ sin: -1, cos: 0 });
});
