import { describe, expect, it } from 'vitest';
import { computeDifference, listConditionChanges } from './diff.ts';
import type { Template } from '@yunbiao/label';

/** Builds a bitmap from rows of dots; # is black. */
const createDots = (...rows: string[]) => ({
  widthDots: rows[0]?.length ?? 0,
  heightDots: rows.length,
  rgba: Uint8ClampedArray.from(
    rows.flatMap((row) =>
      Array.from(row, (dot) => (dot === '#' ? [0, 0, 0, 255] : [255, 255, 255, 255])).flat(),
    ),
  ),
});

const colourAt = (rgba: Uint8ClampedArray, at: number): number[] =>
  Array.from(rgba.slice(4 * at, 4 * at + 3));

it('colours what went and what came, on the larger of both labels', () => {
  const { widthDots, heightDots, rgba, changed } = computeDifference(
    createDots('##', '..'),
    createDots('#.#', '...'),
  );
  expect([widthDots, heightDots, changed]).toEqual([3, 2, 2]);
  expect(colourAt(rgba, 0)).toEqual([190, 186, 176]);
  expect(colourAt(rgba, 1)).toEqual([201, 53, 34]);
  expect(colourAt(rgba, 2)).toEqual([43, 74, 203]);
  expect(colourAt(rgba, 3)).toEqual([255, 255, 255]);
});

describe('conditions of two versions', () => {
  const createTemplate = (showIf?: string, groups?: Template['groups']): Template => ({
    version: 1,
    widthMm: 40,
    heightMm: 30,
    fields: [{ name: '类别', label: '类别', sample: '' }],
    elements: [
      {
        type: 'rect',
        id: 'a',
        name: '火焰',
        xMm: 1,
        yMm: 1,
        widthMm: 9,
        heightMm: 9,
        rotation: 0,
        lineMm: 0,
        group: 'g',
        ...(showIf !== undefined && { showIf }),
      },
    ],
    ...(groups && { groups }),
  });

  it('are compared in words, as their dots may be equal', () => {
    expect(listConditionChanges(createTemplate(), createTemplate())).toEqual([]);
    expect(
      listConditionChanges(
        createTemplate('类别 = "易燃"'),
        createTemplate(undefined, [{ id: 'g', name: '危险', showIf: '非(为空(类别))' }]),
      ),
    ).toEqual([
      '火焰：那一版“类别”是“易燃”才打印，现在总是打印',
      '危险：那一版总是打印，现在“类别”有内容才打印',
    ]);
  });
});
