import { ASCII, BASE256, C40, EDIFACT, EXIT_COSTS, EXITS, STATES, TEXT, X12 } from './costs.ts';
import type { Costs } from './costs.ts';
import { countAsciiCodewords, isDigit, TRIPLETS } from './tables.ts';

export type Mode = 'ascii' | 'c40' | 'text' | 'x12' | 'edifact' | 'base256';
/** Symbols from `start` to before `end`, in one encodation. */
export type Segment = { mode: Mode; start: number; end: number };

/**
 * Encodations that write groups: first state, values per group, values per symbol (default one).
 */
const GROUP_ENCODATIONS: readonly {
  mode: Mode;
  first: number;
  group: number;
  counts?: Uint8Array;
}[] = [
  { mode: 'c40', first: C40, group: 3, counts: TRIPLETS.c40.counts },
  { mode: 'text', first: TEXT, group: 3, counts: TRIPLETS.text.counts },
  { mode: 'x12', first: X12, group: 3, counts: TRIPLETS.x12.counts },
  { mode: 'edifact', first: EDIFACT, group: 4 },
];

/**
 * Segments that lead to `state` after `count` symbols, followed by the rest in ASCII. Walks back
 * along matching costs.
 */
export function traceEncodationSegments(
  state: number,
  count: number,
  symbols: Uint16Array,
  costs: Costs,
): Segment[] {
  const segments: Segment[] = [];
  let end = count;
  if (end < symbols.length) segments.push({ mode: 'ascii', start: end, end: symbols.length });
  let at = state;
  while (end > 0) {
    const segment = traceLastSegment(at, end, symbols, costs);
    if (segment.start < end) segments.push(segment);
    end = segment.start;
    at = at === ASCII ? findEncodationBeforeAscii(end, costs) : ASCII;
  }
  return segments.toReversed();
}

function traceLastSegment(state: number, end: number, symbols: Uint16Array, costs: Costs): Segment {
  if (state === ASCII)
    return { mode: 'ascii', start: findAsciiSegmentStart(end, symbols, costs), end };
  if (state === BASE256) return { mode: 'base256', start: costs.runStart[end] ?? 0, end };
  const grouped = GROUP_ENCODATIONS.find(({ first, group }) => state < first + group);
  if (grouped === undefined) throw new Error(`no state ${state}`);
  const { mode, first, group, counts } = grouped;
  const { cost } = costs;
  let start = end;
  let open = state - first;
  // Walks back to the latch from ASCII.
  while (open !== 0 || cost[start * STATES + first] !== (cost[start * STATES] ?? 0) + 1) {
    start -= 1;
    open = (open + 2 * group - (counts?.[symbols[start] ?? 0] ?? 1)) % group;
  }
  return { mode, start, end };
}

function findAsciiSegmentStart(end: number, symbols: Uint16Array, { cost }: Costs): number {
  let start = end;
  while (start > 0) {
    const total = cost[start * STATES] ?? 0;
    const symbol = symbols[start - 1] ?? 0;
    const isPair = start > 1 && isDigit(symbol) && isDigit(symbols[start - 2] ?? 0);
    if (total === (cost[(start - 1) * STATES] ?? 0) + countAsciiCodewords(symbol)) start -= 1;
    else if (isPair && total === (cost[(start - 2) * STATES] ?? 0) + 1) start -= 2;
    else break;
  }
  return start;
}

/** Finds the encodation that was left for ASCII at `end`. */
function findEncodationBeforeAscii(end: number, { cost }: Costs): number {
  const at = end * STATES;
  const exit = EXITS.findIndex((of, i) => cost[at] === (cost[at + of] ?? 0) + (EXIT_COSTS[i] ?? 0));
  return EXITS[exit] ?? ASCII;
}
