import { describe, expect, it } from 'vitest';
import { computeCenteredElementBox, computeNewElementBox, KINDS } from './make-element.ts';
import type { Template } from '@yunbiao/label';

const LABEL = { widthMm: 30, heightMm: 20, fields: [], elements: [] } as unknown as Template;

describe('the box of a new element', () => {
  it.each(KINDS)('lies on the label, wherever it is pressed: %s', (kind) => {
    for (const [xMm, yMm] of [
      [-20, -9],
      [29, 19],
      [500, 3],
    ] as const) {
      const box = computeNewElementBox(kind, { xMm, yMm, widthMm: 0, heightMm: 0 }, LABEL);
      expect(Math.min(box.xMm, box.yMm)).toBeGreaterThanOrEqual(0);
      expect(box.xMm + box.widthMm).toBeLessThanOrEqual(30);
      expect(box.yMm + box.heightMm).toBeLessThanOrEqual(20);
    }
  });

  it('is where it was pressed or dragged, if the label has room for it', () => {
    const pressed = { xMm: 2, yMm: 3, widthMm: 0, heightMm: 0 };
    expect(computeNewElementBox('qr', pressed, LABEL)).toMatchObject({ xMm: 2, yMm: 3 });
    const dragged = { xMm: 20, yMm: 3, widthMm: 18, heightMm: 4 };
    expect(computeNewElementBox('rect', dragged, LABEL)).toEqual(dragged);
  });

  it('is centred, and beside an element that is there already', () => {
    const first = computeCenteredElementBox('qr', LABEL);
    expect(first).toEqual({ xMm: 8, yMm: 3, widthMm: 14, heightMm: 14 });
    const taken = { ...LABEL, elements: [first] } as unknown as Template;
    expect(computeCenteredElementBox('qr', taken)).toMatchObject({ xMm: 10, yMm: 5 });
  });
});
