import { CELL_BOX, CELL_FORMS, type CellForm, type CellTone } from './cell-shapes.ts';
import css from './cells.module.css';
import type { StatusKind } from './status.tsx';

const { width, height } = CELL_BOX;

/** Between two cells of a row, px. */
const GAP = 2;

/** `d` is relative but for its `M`; with `line` it is stroked, in units of the box. */
type Part = { d: string; tone: CellTone; line?: number };

const box = (inset: number): string => {
  const [w, h] = [width - 2 * inset, height - 2 * inset];
  return `M${inset} ${inset}h${w}v${h}h-${w}z`;
};

const listParts = (cell: CellForm): readonly Part[] => {
  switch (cell.form) {
    case 'block': {
      const block = { d: box(0), tone: cell.tone };
      return cell.cut ? [block, cell.cut] : [block];
    }
    case 'frame':
      return [{ d: box(cell.line / 2), tone: cell.tone, line: cell.line }];
    case 'fill':
    case 'stroke':
      return [cell];
  }
};

const moved = (d: string, by: number): string =>
  d.replace(/M([\d.]+)/g, (_start, x: string) => `M${Number(x) + by}`);

type Run = { kind: StatusKind; from: number; to: number };

/** Neighbours of one kind together. */
const listRuns = (kinds: readonly StatusKind[]): Run[] => {
  const runs: Run[] = [];
  for (const [place, kind] of kinds.entries()) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.to = place;
    else runs.push({ kind, from: place, to: place });
  }
  return runs;
};

/** A run is one path a part: a table of twenty rows is twenty drawings, not two hundred. */
const drawn = ({ kind, from, to }: Run): string =>
  listParts(CELL_FORMS[kind])
    .map(({ d, tone, line }, part) => {
      const color = `var(--cell-${tone})`;
      let all = '';
      for (let place = from; place <= to; place += 1) all += moved(d, place * (width + GAP));
      const cell = part === 0 ? `data-cell="${kind}" ` : '';
      const paint =
        line === undefined
          ? `fill="${color}"`
          : `fill="none" stroke="${color}" stroke-width="${line}"`;
      return `<path ${cell}d="${all}" ${paint}></path>`;
    })
    .join('');

/** Runs as they were drawn before: most rows are made of the same few. */
const drawings = new Map<string, string>();
/** Runs kept: of rows of ten cells there are fewer. */
const MOST = 500;

const drawing = (run: Run): string => {
  const key = `${run.kind} ${run.from} ${run.to}`;
  const known = drawings.get(key);
  if (known !== undefined) return known;
  const made = drawn(run);
  if (drawings.size >= MOST) drawings.clear();
  drawings.set(key, made);
  return made;
};

/** Rows as they were drawn before. */
const rows = new Map<string, { __html: string }>();

const getRow = (kinds: readonly StatusKind[]): { __html: string } => {
  const key = kinds.join(' ');
  const known = rows.get(key);
  if (known) return known;
  const made = { __html: listRuns(kinds).map(drawing).join('') };
  if (rows.size >= MOST) rows.clear();
  rows.set(key, made);
  return made;
};

/** A few cells side by side, as cell-shapes.ts says. */
export const CellRow = ({ kinds }: { kinds: readonly StatusKind[] }) => {
  const room = kinds.length * (width + GAP) - GAP;
  return (
    <svg
      className={`${css.tones} ${css.shape}`}
      viewBox={`0 0 ${room} ${height}`}
      width={room}
      height={height}
      aria-hidden="true"
      // As text: as elements the cells of twenty rows would be a quarter of a page's drawing. Nothing a person typed.
      dangerouslySetInnerHTML={getRow(kinds)}
    />
  );
};

/** A cell by itself, in a legend. */
export const CellShape = ({ kind }: { kind: StatusKind }) => <CellRow kinds={[kind]} />;
