import type { Template } from './template.ts';

/** A label of the roll, and where its configuration puts what is drawn; lengths in mm, feed correction in per cent. */
export type Placing = {
  widthMm: number;
  heightMm: number;
  offsetXMm: number;
  offsetYMm: number;
  pitchScale: number;
};
export type Correction = Pick<Placing, 'offsetXMm' | 'offsetYMm' | 'pitchScale'>;

/** A frame on the label as it should come out, mm: its left and upper edge from the label's, and how tall it is. */
export type Marks = { leftMm: number; topMm: number; widthMm: number; spanMm: number };

/** From the label's edge to the frame where there is room, and the least left for it to be seen. */
const INSET_MM = 5;
const MIN_INSET_MM = 1;
const MIN_FRAME_MM = 2;
const EDGE_MM = 0.3;
/** Longest edges together that are ruled in mm; longer ones in half centimetres. */
const MAX_RULED_MM = 150;

/** Whole mm of a side, `inset` from both its ends, and within what is left of it once its content is moved. */
const between = (
  sideMm: number,
  inset: number,
  left: { from: number; to: number },
): { at: number; length: number } => {
  const at = Math.max(inset, Math.ceil(left.from + MIN_INSET_MM));
  return {
    at,
    length: Math.min(Math.floor(sideMm) - inset, Math.floor(left.to - MIN_INSET_MM)) - at,
  };
};

/**
 * Where the frame of the calibration label lies: what the configuration so far does to it stays on the label. Null where it
 * leaves no room for one.
 */
export function calibrationMarks(placing: Placing): Marks | null {
  const { widthMm, heightMm, offsetXMm, offsetYMm, pitchScale } = placing;
  const inset = Math.max(
    MIN_INSET_MM,
    Math.min(INSET_MM, Math.floor(Math.min(widthMm, heightMm) / 6)),
  );
  const across = between(widthMm, inset, { from: -offsetXMm, to: widthMm - offsetXMm });
  const endMm = heightMm / (pitchScale / 100);
  const along = between(heightMm, inset, { from: -offsetYMm, to: endMm - offsetYMm });
  if (across.length < MIN_FRAME_MM || along.length < MIN_FRAME_MM) return null;
  return { leftMm: across.at, topMm: along.at, widthMm: across.length, spanMm: along.length };
}

const box = (id: string, xMm: number, yMm: number, widthMm: number, heightMm: number) => ({
  id,
  xMm,
  yMm,
  widthMm,
  heightMm,
  rotation: 0 as const,
});

type Elements = Template['elements'];

/** Marks from the upper and left edge, longer at each 5 and 10 mm. */
const ruler = ({ widthMm, heightMm }: Placing): Elements => {
  const step = widthMm + heightMm <= MAX_RULED_MM ? 1 : 5;
  const longest = Math.min(2.4, Math.min(widthMm, heightMm) / 8);
  const listMarks = (lengthMm: number): { mm: number; long: number }[] =>
    Array.from({ length: Math.floor((lengthMm - 0.2) / step) }, (_, at) => {
      const mm = (at + 1) * step;
      return { mm, long: mm % 10 === 0 ? longest : longest * (mm % 5 === 0 ? 0.7 : 0.4) };
    });
  const mark = (id: string, place: [number, number, number, number]): Elements[number] => ({
    type: 'rect',
    ...box(id, ...place),
    lineMm: 0,
  });
  return [
    ...listMarks(widthMm).map(({ mm, long }) => mark(`x${mm}`, [mm - 0.075, 0, 0.15, long])),
    ...listMarks(heightMm).map(({ mm, long }) => mark(`y${mm}`, [0, mm - 0.075, long, 0.15])),
  ];
};

/** What is written in the frame, as far as there is room for it. */
const words = (marks: Marks): Elements => {
  const { leftMm, topMm, widthMm, spanMm } = marks;
  const lines = [`左 ${leftMm} mm`, `上 ${topMm} mm`, `框高 ${spanMm} mm`];
  const roomMm = spanMm - 1.6;
  const sizeMm = Math.min(3, roomMm / lines.length / 1.3);
  if (sizeMm < 1.2 || widthMm < 8) return [];
  return lines.map((content, at) => ({
    type: 'text',
    ...box(`say${at}`, leftMm + 0.8, topMm + 0.8 + at * sizeMm * 1.3, widthMm - 1.6, sizeMm * 1.25),
    content,
    sizeMm,
    weight: 400,
    align: 'left',
    fit: 'shrink',
    minSizeMm: 1,
  }));
};

/** The label that is measured: a frame, the numbers it should have, and a ruler along two edges. */
export const calibrationTemplate = (placing: Placing, marks: Marks): Template => ({
  version: 1,
  widthMm: placing.widthMm,
  heightMm: placing.heightMm,
  fields: [],
  elements: [
    ...ruler(placing),
    {
      type: 'rect',
      ...box('frame', marks.leftMm, marks.topMm, marks.widthMm, marks.spanMm),
      lineMm: EDGE_MM,
    },
    ...words(marks),
  ],
});

const hundredth = (value: number): number => Math.round(value * 100) / 100 || 0;

/**
 * The correction with which the frame comes out where it should, from where it was measured. A printer stretches the feed by
 * a factor and begins at a place of its own: what was drawn at y came out at `(y + offset) · pitch · factor + begin`. The
 * frame's height tells the factor, its upper edge the place.
 */
export function recalibrated(
  before: Correction,
  marks: Pick<Marks, 'leftMm' | 'topMm' | 'spanMm'>,
  measured: Pick<Marks, 'leftMm' | 'topMm' | 'spanMm'>,
): Correction {
  const stretch = measured.spanMm / marks.spanMm;
  const begin = measured.topMm - (marks.topMm + before.offsetYMm) * stretch;
  return {
    offsetXMm: hundredth(before.offsetXMm + marks.leftMm - measured.leftMm),
    offsetYMm: hundredth(-begin),
    pitchScale: hundredth(before.pitchScale / stretch),
  };
}
