import { CELL_BOX, CELL_FORMS, type CellForm, type CellTone } from './cell-shapes.ts';
import css from './cells.module.css';
import type { StatusKind } from '../status.tsx';

const { width, height } = CELL_BOX;

/** Gap between two cells of a row, px. */
const GAP = 2;

/**
 * `d` is a path with relative commands after its initial `M`. With `line` it is stroked, in units
 * of the box.
 */
type Part = { d: string; tone: CellTone; line?: number };

const buildBoxPath = (inset: number): string => {
  const [w, h] = [width - 2 * inset, height - 2 * inset];
  return `M${inset} ${inset}h${w}v${h}h-${w}z`;
};

const listCellParts = (cell: CellForm): readonly Part[] => {
  switch (cell.form) {
    case 'block': {
      const block = { d: buildBoxPath(0), tone: cell.tone };
      return cell.cut ? [block, cell.cut] : [block];
    }
    case 'frame':
      return [{ d: buildBoxPath(cell.line / 2), tone: cell.tone, line: cell.line }];
    case 'fill':
    case 'stroke':
      return [cell];
  }
};

const shiftPath = (d: string, by: number): string =>
  d.replace(/M([\d.]+)/g, (_start, x: string) => `M${Number(x) + by}`);

type Run = { kind: StatusKind; from: number; to: number };

/** Groups adjacent cells of the same kind. */
const groupAdjacentKinds = (kinds: readonly StatusKind[]): Run[] => {
  const runs: Run[] = [];
  for (const [place, kind] of kinds.entries()) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.to = place;
    else runs.push({ kind, from: place, to: place });
  }
  return runs;
};

/**
 * Draws a run as one path per part: a table of twenty rows needs twenty drawings instead of two
 * hundred.
 */
const renderCellRun = ({ kind, from, to }: Run): string =>
  listCellParts(CELL_FORMS[kind])
    .map(({ d, tone, line }, part) => {
      const color = `var(--cell-${tone})`;
      let outline = '';
      for (let place = from; place <= to; place += 1)
        outline += shiftPath(d, place * (width + GAP));
      const cell = part === 0 ? `data-cell="${kind}" ` : '';
      const paint =
        line === undefined
          ? `fill="${color}"`
          : `fill="none" stroke="${color}" stroke-width="${line}"`;
      return `<path ${cell}d="${outline}" ${paint}></path>`;
    })
    .join('');

/** Cache of drawn runs. Most rows consist of the same few. */
const drawings = new Map<string, string>();
/** Maximum number of cached runs. Rows of ten cells have fewer different runs. */
const MAX_CACHED_RUNS = 500;

const getCachedRunMarkup = (run: Run): string => {
  const key = `${run.kind} ${run.from} ${run.to}`;
  const cached = drawings.get(key);
  if (cached !== undefined) return cached;
  const markup = renderCellRun(run);
  if (drawings.size >= MAX_CACHED_RUNS) drawings.clear();
  drawings.set(key, markup);
  return markup;
};

/** Cache of drawn rows. */
const rows = new Map<string, { __html: string }>();

const getCachedRowMarkup = (kinds: readonly StatusKind[]): { __html: string } => {
  const key = kinds.join(' ');
  const cached = rows.get(key);
  if (cached) return cached;
  const markup = { __html: groupAdjacentKinds(kinds).map(getCachedRunMarkup).join('') };
  if (rows.size >= MAX_CACHED_RUNS) rows.clear();
  rows.set(key, markup);
  return markup;
};

/** A few cells side by side, in the shapes of cell-shapes.ts. */
export const CellRow = ({ kinds }: { kinds: readonly StatusKind[] }) => {
  const room = kinds.length * (width + GAP) - GAP;
  return (
    <svg
      className={`${css.tones} ${css.shape}`}
      viewBox={`0 0 ${room} ${height}`}
      width={room}
      height={height}
      aria-hidden="true"
      // HTML instead of elements: elements for the cells of twenty rows would take a quarter of the
      // page's render time. Contains no user input.
      dangerouslySetInnerHTML={getCachedRowMarkup(kinds)}
    />
  );
};

/** A single cell for a legend. */
export const CellShape = ({ kind }: { kind: StatusKind }) => <CellRow kinds={[kind]} />;
