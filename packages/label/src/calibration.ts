import type { Template } from './template.ts';

/**
 * Label size and the printer configuration's offsets, mm; `pitchScale` is the feed correction, %.
 */
export type LabelPlacement = {
  widthMm: number;
  heightMm: number;
  offsetXMm: number;
  offsetYMm: number;
  pitchScale: number;
};
export type CalibrationOffsets = Pick<LabelPlacement, 'offsetXMm' | 'offsetYMm' | 'pitchScale'>;

/**
 * Expected position of the calibration frame, mm: distance from the left and top label edges, and
 * size.
 */
export type CalibrationFrame = { leftMm: number; topMm: number; widthMm: number; spanMm: number };

/**
 * Distance from the label edge to the frame, mm; `MIN_INSET_MM` keeps the frame visible on small
 * labels.
 */
const INSET_MM = 5;
const MIN_INSET_MM = 1;
const MIN_FRAME_MM = 2;
const EDGE_MM = 0.3;
/** Width plus height up to which the ruler has 1 mm ticks; larger labels get 5 mm ticks. */
const MAX_RULED_MM = 150;

/**
 * Frame position and length along one side, in whole mm. The frame keeps `inset` from both ends and
 * stays on the label after the configured offset is applied.
 */
const computeFrameSpan = (
  sideMm: number,
  inset: number,
  printableRange: { from: number; to: number },
): { at: number; length: number } => {
  const at = Math.max(inset, Math.ceil(printableRange.from + MIN_INSET_MM));
  return {
    at,
    length: Math.min(Math.floor(sideMm) - inset, Math.floor(printableRange.to - MIN_INSET_MM)) - at,
  };
};

/**
 * Computes where the calibration frame lies so that it stays on the label under the current
 * configuration. Returns null when no frame fits.
 */
export function computeCalibrationFrame(placing: LabelPlacement): CalibrationFrame | null {
  const { widthMm, heightMm, offsetXMm, offsetYMm, pitchScale } = placing;
  const inset = Math.max(
    MIN_INSET_MM,
    Math.min(INSET_MM, Math.floor(Math.min(widthMm, heightMm) / 6)),
  );
  const horizontalSpan = computeFrameSpan(widthMm, inset, {
    from: -offsetXMm,
    to: widthMm - offsetXMm,
  });
  const endMm = heightMm / (pitchScale / 100);
  const verticalSpan = computeFrameSpan(heightMm, inset, {
    from: -offsetYMm,
    to: endMm - offsetYMm,
  });
  if (horizontalSpan.length < MIN_FRAME_MM || verticalSpan.length < MIN_FRAME_MM) return null;
  return {
    leftMm: horizontalSpan.at,
    topMm: verticalSpan.at,
    widthMm: horizontalSpan.length,
    spanMm: verticalSpan.length,
  };
}

const createUnrotatedBox = (
  id: string,
  xMm: number,
  yMm: number,
  widthMm: number,
  heightMm: number,
) => ({
  id,
  xMm,
  yMm,
  widthMm,
  heightMm,
  rotation: 0 as const,
});

type Elements = Template['elements'];

/** Ticks along the top and left edges, longer every 5 and 10 mm. */
const createCalibrationRuler = ({ widthMm, heightMm }: LabelPlacement): Elements => {
  const step = widthMm + heightMm <= MAX_RULED_MM ? 1 : 5;
  const longestTickMm = Math.min(2.4, Math.min(widthMm, heightMm) / 8);
  const listRulerTicks = (lengthMm: number): { mm: number; long: number }[] =>
    Array.from({ length: Math.floor((lengthMm - 0.2) / step) }, (_, at) => {
      const mm = (at + 1) * step;
      return {
        mm,
        long: mm % 10 === 0 ? longestTickMm : longestTickMm * (mm % 5 === 0 ? 0.7 : 0.4),
      };
    });
  const createRulerMark = (
    id: string,
    place: [number, number, number, number],
  ): Elements[number] => ({
    type: 'rect',
    ...createUnrotatedBox(id, ...place),
    lineMm: 0,
  });
  return [
    ...listRulerTicks(widthMm).map(({ mm, long }) =>
      createRulerMark(`x${mm}`, [mm - 0.075, 0, 0.15, long]),
    ),
    ...listRulerTicks(heightMm).map(({ mm, long }) =>
      createRulerMark(`y${mm}`, [0, mm - 0.075, long, 0.15]),
    ),
  ];
};

/** Texts inside the frame; none when the frame is too small. */
const createDimensionTexts = (marks: CalibrationFrame): Elements => {
  const { leftMm, topMm, widthMm, spanMm } = marks;
  const lines = [`左 ${leftMm} mm`, `上 ${topMm} mm`, `框高 ${spanMm} mm`];
  const roomMm = spanMm - 1.6;
  const sizeMm = Math.min(3, roomMm / lines.length / 1.3);
  if (sizeMm < 1.2 || widthMm < 8) return [];
  return lines.map((content, at) => ({
    type: 'text',
    ...createUnrotatedBox(
      `say${at}`,
      leftMm + 0.8,
      topMm + 0.8 + at * sizeMm * 1.3,
      widthMm - 1.6,
      sizeMm * 1.25,
    ),
    content,
    sizeMm,
    weight: 400,
    align: 'left',
    fit: 'shrink',
    minSizeMm: 1,
  }));
};

/**
 * Template of the calibration label: a frame, its expected dimensions as text, and rulers along two
 * edges.
 */
export const createCalibrationTemplate = (
  placing: LabelPlacement,
  marks: CalibrationFrame,
): Template => ({
  version: 1,
  widthMm: placing.widthMm,
  heightMm: placing.heightMm,
  fields: [],
  elements: [
    ...createCalibrationRuler(placing),
    {
      type: 'rect',
      ...createUnrotatedBox('frame', marks.leftMm, marks.topMm, marks.widthMm, marks.spanMm),
      lineMm: EDGE_MM,
    },
    ...createDimensionTexts(marks),
  ],
});

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100 || 0;

/**
 * Computes the correction that moves the measured frame to its expected position. A printer scales
 * the feed by a factor and starts at an offset: content at y is printed at `(y + offset) · pitch ·
 * factor + start`. The frame height gives the factor, its top edge the start.
 */
export function computeCalibrationCorrection(
  before: CalibrationOffsets,
  marks: Pick<CalibrationFrame, 'leftMm' | 'topMm' | 'spanMm'>,
  measured: Pick<CalibrationFrame, 'leftMm' | 'topMm' | 'spanMm'>,
): CalibrationOffsets {
  const stretch = measured.spanMm / marks.spanMm;
  const begin = measured.topMm - (marks.topMm + before.offsetYMm) * stretch;
  return {
    offsetXMm: roundToHundredths(before.offsetXMm + marks.leftMm - measured.leftMm),
    offsetYMm: roundToHundredths(-begin),
    pitchScale: roundToHundredths(before.pitchScale / stretch),
  };
}
