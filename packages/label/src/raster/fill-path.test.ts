import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PathOp } from '../scene.ts';
import { writeRows } from '../testing/fixtures.ts';
import type { Rotation } from '../template.ts';
import { createBitmap } from './bitmap.ts';
import { fillPath } from './fill-path.ts';

const SIDE = 24;

function drawRings(rings: PathOp['rings'], rotation: Rotation = 0): string[] {
  const bitmap = createBitmap(SIDE, SIDE);
  fillPath(bitmap, { kind: 'path', elementId: 'p', rings, rotation });
  return writeRows(bitmap);
}

/** Rotates clockwise about the centre of the square. */
function turnedRing(ring: readonly number[], rotation: Rotation): number[] {
  const turned: number[] = [];
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const [x = 0, y = 0] = [ring[i], ring[i + 1]];
    if (rotation === 90) turned.push(SIDE - y, x);
    else if (rotation === 180) turned.push(SIDE - x, SIDE - y);
    else if (rotation === 270) turned.push(y, SIDE - x);
    else turned.push(x, y);
  }
  return turned;
}

function turnedDrawing(rows: string[], rotation: Rotation): string[] {
  let turned = rows;
  for (let turn = 0; turn < rotation; turn += 90)
    turned = turned.map((_, y) =>
      turned
        .map((row) => row[y] ?? '')
        .toReversed()
        .join(''),
    );
  return turned;
}

/** Half dots, because edges often run exactly through the centres of dots. */
const ring = fc
  .array(fc.integer({ min: -8, max: 2 * SIDE + 8 }), { minLength: 6, maxLength: 12 })
  .map((numbers) =>
    numbers.slice(0, numbers.length - (numbers.length % 2)).map((half) => half / 2),
  );

it('blackens the dots whose middle is inside, by non-zero winding', () => {
  const square = [2, 2, 10, 2, 10, 10, 2, 10];
  const hole = [4, 4, 4, 8, 8, 8, 8, 4];
  const rows = drawRings([square, hole]).map((row) => row.slice(0, 12));
  expect([rows[1], rows[2], rows[5], rows[9], rows[10]]).toEqual([
    '............',
    '..########..',
    '..##....##..',
    '..########..',
    '............',
  ]);
  // An edge exactly at the centre: the dot is outside at a right edge, inside at a left one.
  expect(drawRings([[0, 0, 0.5, 0, 0.5, 1, 0, 1]])[0]?.startsWith('.')).toBe(true);
  expect(drawRings([[0, 0, 0.5625, 0, 0.5625, 1, 0, 1]])[0]?.startsWith('#.')).toBe(true);
});

it('decides each dot as its middle lies, wherever that is on no edge', () => {
  fc.assert(
    fc.property(ring, (corners) => {
      const rows = drawRings([corners]);
      for (let y = 0; y < SIDE; y += 1)
        for (let x = 0; x < SIDE; x += 1) {
          const winding = windingAt(corners, x + 0.5, y + 0.5);
          if (winding !== undefined) expect(rows[y]?.[x]).toBe(winding === 0 ? '.' : '#');
        }
    }),
  );
});

it('gives the same dots at every turn, those on an edge among them', () => {
  fc.assert(
    fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), (rings) => {
      const straight = drawRings(rings);
      for (const rotation of [90, 180, 270] as const) {
        const turned = rings.map((corners) => turnedRing(corners, rotation));
        expect(drawRings(turned, rotation)).toEqual(turnedDrawing(straight, rotation));
      }
    }),
  );
});

it('covers neighbours that share an edge once, whatever its slope', () => {
  fc.assert(
    fc.property(fc.nat(2 * SIDE), fc.nat(2 * SIDE), (top, bottom) => {
      const left = drawRings([[0, 0, top / 2, 0, bottom / 2, SIDE, 0, SIDE]]).join('');
      const right = drawRings([[top / 2, 0, SIDE, 0, SIDE, SIDE, bottom / 2, SIDE]]).join('');
      expect(Array.from(left, (dot, i) => dot === right[i])).not.toContain(true);
    }),
  );
});

/** The winding number; undefined for a point on an edge. */
function windingAt(corners: readonly number[], px: number, py: number): number | undefined {
  let winding = 0;
  for (let i = 0; i + 1 < corners.length; i += 2) {
    const [ax = 0, ay = 0] = [corners[i], corners[i + 1]];
    const j = (i + 2) % corners.length;
    const [bx = 0, by = 0] = [corners[j], corners[j + 1]];
    const side = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
    const isBeside = py >= Math.min(ay, by) && py <= Math.max(ay, by);
    if (side === 0 && isBeside && px >= Math.min(ax, bx) && px <= Math.max(ax, bx))
      return undefined;
    if (ay <= py && by > py && side > 0) winding += 1;
    if (by <= py && ay > py && side < 0) winding -= 1;
  }
  return winding;
}
