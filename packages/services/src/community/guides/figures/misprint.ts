import {
  computeCalibrationFrame,
  createCalibrationTemplate,
  type LabelPlacement,
} from '@yunbiao/label/calibration';
import type { GuidePicture } from '../guide.ts';
import { createFigureTemplate, createBoxElement, createTextElement, type Part } from './shapes.ts';

const LABEL = { left: 6, width: 32, height: 12, gap: 2 };
/** The printed block: its place on a label, and its size, mm. */
const BLOCK = { left: 4, top: 3, width: 24, height: 6 };
const STRIP_MM = 3 * (LABEL.height + LABEL.gap) + 2;

type Shift = { x: number; y: number };

/** Three labels of a roll, each printed with a shift. */
const createStripTemplate = (shifts: readonly Shift[]) =>
  createFigureTemplate(
    STRIP_MM,
    shifts.flatMap((shift, at): Part[] => {
      const top = 2 + at * (LABEL.height + LABEL.gap);
      const left = LABEL.left + BLOCK.left + shift.x;
      return [
        createBoxElement([LABEL.left, top, LABEL.width, LABEL.height], 0.125, 1),
        createTextElement(
          `第 ${at + 1} 张`,
          [left, top + BLOCK.top + shift.y, BLOCK.width, BLOCK.height],
          {
            sizeMm: 3,
            inverse: true,
          },
        ),
      ];
    }),
  );

export const SHIFT_PICTURES: readonly GuidePicture[] = [
  {
    template: createStripTemplate([
      { x: 3, y: 2 },
      { x: 3, y: 2 },
      { x: 3, y: 2 },
    ]),
    alt: '三张标签，内容都往右下偏了一样多',
    note: '每张都偏一样多：改偏移',
  },
  {
    template: createStripTemplate([
      { x: 0, y: 0 },
      { x: 0, y: 1.25 },
      { x: 0, y: 2.5 },
    ]),
    alt: '三张标签，第一张不偏，后面的一张比一张低',
    note: '越往后偏得越多：改走纸比例',
  },
  {
    template: createStripTemplate([
      { x: 0, y: 0 },
      { x: 0, y: 7 },
      { x: 0, y: 0 },
    ]),
    alt: '三张标签，第二张的内容跨在缝上，第三张又对了',
    note: '忽然错一张：间隙没有认出来',
  },
];

const CALIBRATED: LabelPlacement = {
  widthMm: 40,
  heightMm: 30,
  offsetXMm: 0,
  offsetYMm: 0,
  pitchScale: 100,
};

/** The label that 打印一张校准标签 prints on paper of 40 × 30 mm. */
export const createCalibrationPicture = (): GuidePicture => {
  const frame = computeCalibrationFrame(CALIBRATED);
  if (!frame) throw new Error('the calibration label of the guide has no frame');
  return {
    template: createCalibrationTemplate(CALIBRATED, frame),
    alt: `校准标签：离左边 ${frame.leftMm} mm、上边 ${frame.topMm} mm 的一个框，两边有尺子`,
  };
};
