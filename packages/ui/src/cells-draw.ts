import type { CellsPlan } from './cells-plan.ts';
import type { StatusKind } from './status.tsx';

type Paint = { color: string; filled: boolean };

type Drawing = {
  plan: CellsPlan;
  /** Width of the place, CSS px. */
  room: number;
  /** Around all cells, CSS px. */
  pad: number;
  count: number;
  kindAt: (place: number) => StatusKind;
  picked?: number | undefined;
};

const paints = (element: HTMLElement): Record<StatusKind | 'needle', Paint> => {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim() || 'gray';
  return {
    ok: { color: token('ink'), filled: true },
    sent: { color: token('ink'), filled: false },
    uncertain: { color: token('warn'), filled: true },
    running: { color: token('accent'), filled: true },
    queued: { color: token('line-2'), filled: false },
    failed: { color: token('seal'), filled: true },
    off: { color: token('line-2'), filled: true },
    needle: { color: token('accent'), filled: false },
  };
};

/** Draws every cell; outlines lie on whole screen pixels. */
export const drawCells = (
  canvas: HTMLCanvasElement,
  { plan, room, pad, count, kindAt, picked }: Drawing,
): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [
    Math.round(room * ratio),
    Math.round((plan.totalHeight + 2 * pad) * ratio),
  ];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  else context.clearRect(0, 0, width, height);
  const paint = paints(canvas);
  const line = Math.max(1, Math.round(ratio));
  const boxOf = (place: number) => ({
    x: Math.round((pad + (place % plan.columns) * plan.pitchX) * ratio),
    y: Math.round((pad + Math.floor(place / plan.columns) * plan.pitchY) * ratio),
    w: Math.round(plan.width * ratio),
    h: Math.round(plan.height * ratio),
  });
  for (let place = 0; place < count; place += 1) {
    const { color, filled } = paint[kindAt(place)];
    const { x, y, w, h } = boxOf(place);
    if (filled) {
      context.fillStyle = color;
      context.fillRect(x, y, w, h);
    } else {
      context.strokeStyle = color;
      context.lineWidth = line;
      context.strokeRect(x + line / 2, y + line / 2, w - line, h - line);
    }
  }
  if (picked === undefined || picked >= count) return;
  const { x, y, w, h } = boxOf(picked);
  context.strokeStyle = paint.needle.color;
  context.lineWidth = 2 * line;
  context.strokeRect(x - line / 2, y - line / 2, w + line, h + line);
};
