import { describe, expect, it } from 'vitest';
import {
  computeCalibrationFrame,
  createCalibrationTemplate,
  type LabelPlacement,
  computeCalibrationCorrection,
} from './calibration.ts';
import { layoutLabel } from './layout/layout.ts';
import { testFonts } from './testing/fixtures.ts';

const STOCK = { widthMm: 60, heightMm: 40 };
const STRAIGHT = { offsetXMm: 0, offsetYMm: 0, pitchScale: 100 };

/** A printer that starts at an offset from the label's edge, and feeds too much by `factor`. */
const createSimulatedPrinter =
  (begin: { x: number; y: number }, factor: number) => (placing: LabelPlacement) => {
    const marks = computeCalibrationFrame(placing);
    if (!marks) throw new Error('no room');
    const toDotsDown = (mm: number): number =>
      (mm + placing.offsetYMm) * (placing.pitchScale / 100) * factor + begin.y;
    const top = toDotsDown(marks.topMm);
    return {
      marks,
      measured: {
        leftMm: marks.leftMm + placing.offsetXMm + begin.x,
        topMm: top,
        spanMm: toDotsDown(marks.topMm + marks.spanMm) - top,
      },
    };
  };

describe('a calibration', () => {
  it.each([
    [{ x: 1.5, y: -2 }, 1],
    [{ x: -2, y: 1 }, 1.02],
    [{ x: 0, y: 0 }, 0.97],
    [{ x: 3.2, y: 2.4 }, 0.985],
  ])(
    'brings the frame to where it should be, and finds nothing more to do (%o, × %d)',
    (begin, factor) => {
      const print = createSimulatedPrinter(begin, factor);
      for (const before of [STRAIGHT, { offsetXMm: 1, offsetYMm: -1.5, pitchScale: 101 }]) {
        const { marks, measured } = print({ ...STOCK, ...before });
        const after = computeCalibrationCorrection(before, marks, measured);
        const second = print({ ...STOCK, ...after });
        for (const name of ['leftMm', 'topMm', 'spanMm'] as const)
          expect(second.measured[name]).toBeCloseTo(second.marks[name], 1);
        const again = computeCalibrationCorrection(after, second.marks, second.measured);
        expect(again.offsetXMm).toBeCloseTo(after.offsetXMm, 1);
        expect(again.offsetYMm).toBeCloseTo(after.offsetYMm, 1);
        expect(again.pitchScale).toBeCloseTo(after.pitchScale, 1);
      }
    },
  );
  it('changes nothing where the numbers are those that are printed', () => {
    const marks = { leftMm: 5, topMm: 5, spanMm: 30 };
    const before = { offsetXMm: 0.5, offsetYMm: -1.25, pitchScale: 99.5 };
    expect(computeCalibrationCorrection(before, marks, marks)).toEqual(before);
  });
});

describe('the label that is measured', () => {
  it.each([
    [60, 40],
    [200, 300],
    [25, 12],
    [8, 8],
    [100, 7],
  ])(
    'has its frame on the label, whatever is corrected so far (%d × %d mm)',
    (widthMm, heightMm) => {
      for (const change of [{}, { offsetXMm: 1.5, offsetYMm: -1 }, { pitchScale: 103 }]) {
        const placing = { widthMm, heightMm, ...STRAIGHT, ...change };
        const marks = computeCalibrationFrame(placing);
        if (!marks) return expect.unreachable();
        const { offsetXMm, offsetYMm } = placing;
        const pitchScale = placing.pitchScale / 100;
        const media = { dpi: 203, offsetXMm, offsetYMm, pitchScale } as const;
        const template = createCalibrationTemplate(placing, marks);
        expect(template.elements.length).toBeLessThanOrEqual(200);
        const scene = layoutLabel({ template, data: {}, media, fonts: testFonts() });
        const off = scene.warnings.filter(({ elementId }) => !/^[xy]\d/.test(elementId ?? ''));
        expect(off).toEqual([]);
      }
    },
  );
  it('is refused where what is set so far leaves no room for it', () => {
    expect(
      computeCalibrationFrame({ widthMm: 20, heightMm: 20, ...STRAIGHT, offsetXMm: 18 }),
    ).toBeNull();
    expect(
      computeCalibrationFrame({ widthMm: 20, heightMm: 20, ...STRAIGHT, offsetYMm: -18 }),
    ).toBeNull();
  });
});
