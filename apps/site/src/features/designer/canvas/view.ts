import type { Designer, View } from '../designer.ts';
import { getDotsPerMm } from '../../../kit/printing/print-media.ts';
import type { Point } from './gesture.ts';

/** Px a millimetre: a waybill whole on a phone, and a dot of a 600 dpi head as large as a fingertip. */
const SCALE = { min: 0.5, max: 240 };

/** Free around a fitted label, px: its measures stand there. */
const MARGIN = { x: 56, y: 48 };
/** Fitted, no dot is drawn larger than this, px. */
const MAX_PX_PER_DOT = 2;

export type Size = { width: number; height: number };

/** The point of the label under a point of the canvas. */
export const toMm = ({ scale, xPx, yPx }: View, px: { x: number; y: number }): Point => ({
  x: (px.x - xPx) / scale,
  y: (px.y - yPx) / scale,
});

const clamped = (scale: number): number => Math.min(SCALE.max, Math.max(SCALE.min, scale));

/** The view after zooming: what is under `at` stays there. */
export const zoomedTo = (view: View, wanted: number, at: { x: number; y: number }): View => {
  const scale = clamped(wanted);
  const under = toMm(view, at);
  return { scale, xPx: at.x - under.x * scale, yPx: at.y - under.y * scale };
};

export const panned = (view: View, dx: number, dy: number): View => ({
  ...view,
  xPx: view.xPx + dx,
  yPx: view.yPx + dy,
});

/**
 * Scales at which dots are whole pixels look best, and codes scan from the screen. `ratio`: screen pixels per CSS px.
 */
const wholeDots = (scale: number, perMm: number, ratio: number): number => {
  const pixels = Math.floor((scale / perMm) * ratio);
  return pixels >= 1 ? (pixels / ratio) * perMm : scale;
};

/** The whole label in the middle of the canvas; `notes`: px kept free on its right. */
export const fitted = (
  label: { widthMm: number; heightMm: number },
  room: Size,
  dpi: 203 | 300 | 600,
  notes: number,
): View => {
  const perMm = getDotsPerMm(dpi);
  const width = Math.max(40, room.width - 2 * MARGIN.x - notes);
  const height = Math.max(40, room.height - 2 * MARGIN.y);
  const most = MAX_PX_PER_DOT * perMm;
  const free = Math.min(width / label.widthMm, height / label.heightMm, Math.max(most, 16));
  const scale = clamped(wholeDots(free, perMm, globalThis.devicePixelRatio || 1));
  return {
    scale,
    xPx: Math.round((room.width - notes - label.widthMm * scale) / 2),
    yPx: Math.round((room.height - label.heightMm * scale) / 2),
  };
};

/** Zooms about the middle of the canvas, as the buttons and keys do. */
export const zoomBy = (designer: Designer, factor: number, room: Size): void => {
  designer.look.set((look) => ({ ...look, isFitted: false }));
  designer.view.set((view) =>
    zoomedTo(view, view.scale * factor, { x: room.width / 2, y: room.height / 2 }),
  );
};
