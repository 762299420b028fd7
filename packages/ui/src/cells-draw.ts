import { CELL_BOX, CELL_FORMS, type CellForm, type CellTone } from './cell-shapes.ts';
import type { CellsPlan } from './cells-plan.ts';
import type { StatusKind } from './status.tsx';

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

/** Screen pixels, whole. */
type Box = { x: number; y: number; w: number; h: number };

/** `line`: a hairline, screen pixels. */
type Pen = { context: CanvasRenderingContext2D; color: (tone: CellTone) => string; line: number };

/** Narrower cells show no arrow: a block of one or two pixels would only look torn. */
const MIN_CUT_PX = 8;

const listColors = (element: HTMLElement): ((tone: CellTone | 'needle') => string) => {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (tone) => {
    const color = known.get(tone) ?? (style.getPropertyValue(`--cell-${tone}`).trim() || 'gray');
    known.set(tone, color);
    return color;
  };
};

const paths = new Map<string, Path2D>();

const getPath = (d: string): Path2D => {
  const path = paths.get(d) ?? new Path2D(d);
  paths.set(d, path);
  return path;
};

/** Runs `draw` in the box of the shapes, laid over a cell. */
const within = ({ context }: Pen, { x, y, w, h }: Box, draw: () => void): void => {
  context.save();
  context.translate(x, y);
  context.scale(w / CELL_BOX.width, h / CELL_BOX.height);
  draw();
  context.restore();
};

const drawCell = (pen: Pen, box: Box, cell: CellForm): void => {
  const { context, color } = pen;
  const { x, y, w, h } = box;
  context.fillStyle = context.strokeStyle = color(cell.tone);
  switch (cell.form) {
    case 'block': {
      const { cut } = cell;
      context.fillRect(x, y, w, h);
      if (!cut || w < MIN_CUT_PX) return;
      context.fillStyle = color(cut.tone);
      return within(pen, box, () => context.fill(getPath(cut.d)));
    }
    case 'frame': {
      // A strong line is never all there is of a small cell.
      const line = w < MIN_CUT_PX ? pen.line : pen.line * cell.line;
      context.lineWidth = line;
      return context.strokeRect(x + line / 2, y + line / 2, w - line, h - line);
    }
    case 'fill':
      return within(pen, box, () => context.fill(getPath(cell.d)));
    case 'stroke':
      return within(pen, box, () => {
        context.lineWidth = cell.line;
        context.stroke(getPath(cell.d));
      });
  }
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
  const color = listColors(canvas);
  const line = Math.max(1, Math.round(ratio));
  const getBox = (place: number): Box => ({
    x: Math.round((pad + (place % plan.columns) * plan.pitchX) * ratio),
    y: Math.round((pad + Math.floor(place / plan.columns) * plan.pitchY) * ratio),
    w: Math.round(plan.width * ratio),
    h: Math.round(plan.height * ratio),
  });
  for (let place = 0; place < count; place += 1)
    drawCell({ context, color, line }, getBox(place), CELL_FORMS[kindAt(place)]);
  if (picked === undefined || picked >= count) return;
  const { x, y, w, h } = getBox(picked);
  context.strokeStyle = color('needle');
  context.lineWidth = 2 * line;
  context.strokeRect(x - line / 2, y - line / 2, w + line, h + line);
};
