import { CELL_BOX, CELL_FORMS, type CellForm, type CellTone } from './cell-shapes.ts';
import type { CellsPlan } from './cells-plan.ts';
import type { StatusKind } from '../status.tsx';

type Drawing = {
  plan: CellsPlan;
  /** Width of the container, CSS px. */
  widthPx: number;
  /** Padding around all cells, CSS px. */
  padding: number;
  count: number;
  getKind: (place: number) => StatusKind;
  selectedIndex?: number | undefined;
};

/** Integer device pixels. */
type Box = { x: number; y: number; w: number; h: number };

/** `line`: hairline width in device pixels. */
type Pen = {
  context: CanvasRenderingContext2D;
  getColor: (tone: CellTone) => string;
  line: number;
};

/** Narrower cells show no arrow, because an arrow of one or two pixels is unrecognizable. */
const MIN_CUT_PX = 8;

const createColorLookup = (element: HTMLElement): ((tone: CellTone | 'needle') => string) => {
  const style = getComputedStyle(element);
  const colorCache = new Map<string, string>();
  return (tone) => {
    const color =
      colorCache.get(tone) ?? (style.getPropertyValue(`--cell-${tone}`).trim() || 'gray');
    colorCache.set(tone, color);
    return color;
  };
};

const paths = new Map<string, Path2D>();

const getCachedPath = (d: string): Path2D => {
  const path = paths.get(d) ?? new Path2D(d);
  paths.set(d, path);
  return path;
};

/** Runs `draw` in the coordinate box of the shapes, mapped to a cell. */
const drawInCellBox = ({ context }: Pen, { x, y, w, h }: Box, draw: () => void): void => {
  context.save();
  context.translate(x, y);
  context.scale(w / CELL_BOX.width, h / CELL_BOX.height);
  draw();
  context.restore();
};

const drawCell = (pen: Pen, box: Box, cell: CellForm): void => {
  const { context, getColor } = pen;
  const { x, y, w, h } = box;
  context.fillStyle = context.strokeStyle = getColor(cell.tone);
  switch (cell.form) {
    case 'block': {
      const { cut } = cell;
      context.fillRect(x, y, w, h);
      if (!cut || w < MIN_CUT_PX) return;
      context.fillStyle = getColor(cut.tone);
      return drawInCellBox(pen, box, () => context.fill(getCachedPath(cut.d)));
    }
    case 'frame': {
      // A strong outline must not fill a small cell.
      const line = w < MIN_CUT_PX ? pen.line : pen.line * cell.line;
      context.lineWidth = line;
      return context.strokeRect(x + line / 2, y + line / 2, w - line, h - line);
    }
    case 'fill':
      return drawInCellBox(pen, box, () => context.fill(getCachedPath(cell.d)));
    case 'stroke':
      return drawInCellBox(pen, box, () => {
        context.lineWidth = cell.line;
        context.stroke(getCachedPath(cell.d));
      });
  }
};

/** Draws all cells. Outlines align to device pixels. */
export const drawCells = (
  canvas: HTMLCanvasElement,
  { plan, widthPx, padding, count, getKind, selectedIndex }: Drawing,
): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [
    Math.round(widthPx * ratio),
    Math.round((plan.totalHeight + 2 * padding) * ratio),
  ];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  else context.clearRect(0, 0, width, height);
  const color = createColorLookup(canvas);
  const line = Math.max(1, Math.round(ratio));
  const getCellBox = (place: number): Box => ({
    x: Math.round((padding + (place % plan.columns) * plan.pitchX) * ratio),
    y: Math.round((padding + Math.floor(place / plan.columns) * plan.pitchY) * ratio),
    w: Math.round(plan.width * ratio),
    h: Math.round(plan.height * ratio),
  });
  for (let place = 0; place < count; place += 1)
    drawCell({ context, getColor: color, line }, getCellBox(place), CELL_FORMS[getKind(place)]);
  if (selectedIndex === undefined || selectedIndex >= count) return;
  const { x, y, w, h } = getCellBox(selectedIndex);
  context.strokeStyle = color('needle');
  context.lineWidth = 2 * line;
  context.strokeRect(x - line / 2, y - line / 2, w + line, h + line);
};
