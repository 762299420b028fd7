import type { Dpi } from '@yunbiao/label';
import type { Box } from '@yunbiao/designer/box';
import type { Designer, View } from '../designer.ts';
import { getDotsPerMm } from '../../../kit/printing/print-media.ts';
import type { Point } from './gesture.ts';

/**
 * Zoom range, px per mm: from a complete waybill on a phone to one dot of a 600 dpi head at the
 * size of a fingertip.
 */
const SCALE = { min: 0.5, max: 240 };

/** Margin around a fitted label, px: room for its dimensions. */
const MARGIN = { x: 56, y: 48 };
/** Maximum size of a dot in the fitted view, px. */
const MAX_PX_PER_DOT = 2;
/** Minimum distance of a label that moves out of a panel's way from the edge of the canvas, px. */
const EDGE = 12;
/** Size from which a dot is seen as a square, px. */
export const MIN_PX_PER_VISIBLE_DOT = 4;

export type Size = { width: number; height: number };
type LabelSize = { widthMm: number; heightMm: number };

/**
 * Maximum width of the notes beside the label, px. On a narrower canvas the notes are listed below
 * it.
 */
export const MAX_NOTES_PX = 236;
const ROOM_FOR_NOTES_PX = 720;

/** Whether a canvas is wide enough for notes beside the label. */
export const hasRoomForNotes = ({ width }: Size): boolean => width >= ROOM_FOR_NOTES_PX;

/** Converts a point of the canvas (px) to a point of the label (mm). */
export const toMm = ({ scale, xPx, yPx }: View, px: { x: number; y: number }): Point => ({
  x: (px.x - xPx) / scale,
  y: (px.y - yPx) / scale,
});

const clampScale = (scale: number): number => Math.min(SCALE.max, Math.max(SCALE.min, scale));

/** Zooms while the point `at` stays fixed. */
export const zoomViewTo = (view: View, wantedScale: number, at: { x: number; y: number }): View => {
  const scale = clampScale(wantedScale);
  const under = toMm(view, at);
  return { scale, xPx: at.x - under.x * scale, yPx: at.y - under.y * scale };
};

export const panViewBy = (view: View, dx: number, dy: number): View => ({
  ...view,
  xPx: view.xPx + dx,
  yPx: view.yPx + dy,
});

/**
 * Rounds a scale down to whole pixels per dot: the label looks sharp, and codes can be scanned from
 * the screen. `ratio`: device pixels per CSS px.
 */
const snapToWholeDots = (scale: number, perMm: number, ratio: number): number => {
  const pixels = Math.floor((scale / perMm) * ratio);
  return pixels >= 1 ? (pixels / ratio) * perMm : scale;
};

/** Centres the complete label on the canvas. `notes`: width reserved on the right, px. */
export const fitView = (label: LabelSize, room: Size, dpi: Dpi, notes = 0): View => {
  const perMm = getDotsPerMm(dpi);
  const width = Math.max(40, room.width - 2 * MARGIN.x - notes);
  const height = Math.max(40, room.height - 2 * MARGIN.y);
  const max = MAX_PX_PER_DOT * perMm;
  const free = Math.min(width / label.widthMm, height / label.heightMm, Math.max(max, 16));
  const scale = clampScale(snapToWholeDots(free, perMm, globalThis.devicePixelRatio || 1));
  return {
    scale,
    xPx: Math.round((room.width - notes - label.widthMm * scale) / 2),
    yPx: Math.round((room.height - label.heightMm * scale) / 2),
  };
};

/** Smallest move of an interval from `start` that brings it between `low` and `high`. */
const clampStart = (start: number, length: number, low: number, high: number): number =>
  Math.max(low, Math.min(start, high - length));

/**
 * Moves a label that an opened panel covers back into the canvas, at the same scale and no further
 * than it must. Only a label that is too large for the rest is fitted again.
 */
export const keepLabelInView = (view: View, label: LabelSize, room: Size, dpi: Dpi): View => {
  const width = label.widthMm * view.scale;
  const height = label.heightMm * view.scale;
  if (width + 2 * EDGE > room.width || height + 2 * EDGE > room.height) {
    const fitted = fitView(label, room, dpi);
    return fitted.scale < view.scale ? fitted : view;
  }
  return {
    ...view,
    xPx: clampStart(view.xPx, width, EDGE, room.width - EDGE),
    yPx: clampStart(view.yPx, height, EDGE, room.height - EDGE),
  };
};

/**
 * Zooms in until each dot can be told from the next, on the box if there is one: centred, or from
 * its start when the canvas is too small for it. A view in which the dots can be told apart stays.
 */
export const zoomViewToDots = (view: View, dpi: Dpi, room: Size, target: Box | null): View => {
  const scale = MIN_PX_PER_VISIBLE_DOT * getDotsPerMm(dpi);
  if (view.scale >= scale) return view;
  if (!target) return zoomViewTo(view, scale, { x: room.width / 2, y: room.height / 2 });
  const placeStart = (length: number, free: number): number =>
    Math.max(2 * EDGE, (free - length * scale) / 2);
  return {
    scale,
    xPx: Math.round(placeStart(target.widthMm, room.width) - target.xMm * scale),
    yPx: Math.round(placeStart(target.heightMm, room.height) - target.yMm * scale),
  };
};

/** Factors of one step, for buttons and keys. */
export const ZOOM_STEPS = { in: 1.25, out: 0.8 } as const;

/** Zooms about the centre of the canvas, for buttons and keys. */
export const zoomBy = (designer: Designer, factor: number, room: Size): void => {
  designer.look.set((settings) => ({ ...settings, isFitted: false }));
  designer.view.set((view) =>
    zoomViewTo(view, view.scale * factor, { x: room.width / 2, y: room.height / 2 }),
  );
};
