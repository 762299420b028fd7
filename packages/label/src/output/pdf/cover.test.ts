import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createModuleMatrix, isDarkModule, setModuleDark } from '../../matrix/module-matrix.ts';
import type { ModuleMatrix } from '../../matrix/module-matrix.ts';
import { encodeQr } from '../../matrix/qr/encode.ts';
import type { MatrixOp } from '../../scene.ts';
import type { Rotation } from '../../template.ts';
import { listDarkModuleRects } from '../symbol-rects.ts';
import { coverSymbolWithRectangles } from './cover.ts';

const getOp = (code: ModuleMatrix, rotation: Rotation = 0): MatrixOp => ({
  kind: 'matrix',
  elementId: 'c',
  x: 5,
  y: 7,
  moduleDots: 3,
  quiet: 4,
  rotation,
  code,
});

/** Modules inside the rectangles, as text. */
function drawCover(
  rects: readonly { x: number; y: number; width: number; height: number }[],
): string[] {
  const places = rects.flatMap(({ x, y, width, height }) =>
    Array.from(
      { length: width * height },
      (_, i) => `${x + (i % width)},${y + Math.floor(i / width)}`,
    ),
  );
  return [...new Set(places)].toSorted();
}

const matrices = fc
  .tuple(
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 20 }),
    fc.infiniteStream(fc.nat(3)),
  )
  .map(([width, height, shades]) => {
    const code = createModuleMatrix(width, height);
    for (let i = 0; i < width * height; i += 1)
      if (shades.next().value !== 0) setModuleDark(code, i % width, Math.floor(i / width));
    return code;
  });

it('covers the dark modules of anything and no others, in few rectangles', () => {
  fc.assert(
    fc.property(matrices, fc.constantFrom<Rotation>(0, 90, 180, 270), (code, rotation) => {
      const op = getOp(code, rotation);
      const { rects, finders, x, y, across, down } = coverSymbolWithRectangles(op);
      const plain = listDarkModuleRects(op);
      expect(drawCover([...rects, ...finders])).toEqual(drawCover(plain.rects));
      expect([x, y, across, down]).toEqual([5, 7, 3, 3]);
    }),
  );
});

it('takes fewer for QR codes than rows that repeat do, the finder patterns apart', () => {
  let [few, many] = [0, 0];
  for (let i = 0; i < 20; i += 1) {
    const code = encodeQr(`https://yunbiao.example/t/YN${7919 * i}?from=label`, 'M');
    const op = getOp(code, ([0, 90, 180, 270] as const)[i % 4]);
    const { rects, finders, size } = coverSymbolWithRectangles(op);
    const all = listDarkModuleRects(op).rects;
    expect(drawCover([...rects, ...finders])).toEqual(drawCover(all));
    // Three finder patterns of five rectangles each.
    expect(finders).toHaveLength(15);
    expect(size).toEqual({ width: code.width, height: code.height });
    few += rects.length;
    many += all.length - finders.length;
  }
  expect(few).toBeLessThan(many * 0.93);
});

it('keeps a finder pattern that touches others with them', () => {
  const code = createModuleMatrix(21, 21);
  const qr = encodeQr('A', 'L');
  for (let y = 0; y < 21; y += 1)
    for (let x = 0; x < 21; x += 1)
      if (isDarkModule(qr, x, y) || (x === 7 && y === 3)) setModuleDark(code, x, y);
  expect(coverSymbolWithRectangles(getOp(code)).finders).toHaveLength(10);
});
