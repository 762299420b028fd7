import type { Browser, Page } from 'playwright-core';

/**
 * The longest tasks of the page's main thread, ms. `wall` is what people wait for; it grows with
 * the machine's load. `cpu` is the CPU time of the most expensive task, and `inside` its parts.
 */
export type Longest = { wall: number; cpu: number; inside: readonly string[] };

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string; data?: Record<string, unknown> };
};

const CATEGORIES = [
  'toplevel',
  'v8',
  'blink',
  'cc',
  'gpu',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-lighthouse',
];

const MAX_PARTS_LENGTH = 14;

const toMilliseconds = (microseconds: number | undefined): number => (microseconds ?? 0) / 1000;

/** Parts of a task, outermost first: names and durations. */
const listParts = (task: TraceEvent, events: readonly TraceEvent[]): string[] =>
  events
    .filter(
      (event) =>
        event !== task &&
        event.ph === 'X' &&
        event.ts >= task.ts &&
        event.ts + (event.dur ?? 0) <= task.ts + (task.dur ?? 0) &&
        (event.dur ?? 0) > 1000,
    )
    .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    .slice(0, MAX_PARTS_LENGTH)
    .map(
      (event) =>
        `${event.name} ${toMilliseconds(event.dur).toFixed(1)} (${toMilliseconds(event.tdur).toFixed(1)}) ${JSON.stringify(event.args).slice(0, 160)}`,
    );

/** Traces the page during an action and returns its longest tasks. */
export const longestTask = async (
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<Longest> => {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const recorded = await browser.stopTracing();
  const { traceEvents } = JSON.parse(recorded.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const ofPage = traceEvents.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`));
  const tasks = ofPage.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const [costly] = tasks.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0));
  if (!costly) throw new Error('the page did nothing');
  const wall = toMilliseconds(Math.max(...tasks.map(({ dur }) => dur ?? 0)));
  return { wall, cpu: toMilliseconds(costly.tdur), inside: listParts(costly, ofPage) };
};
