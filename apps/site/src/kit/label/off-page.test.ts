import type { LabelData } from '@yunbiao/label';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serveJob } from './off-page-worker.ts';
import { makeOffPage, ROWS_AT_ONCE, type ToWorker, type Work } from './off-page.ts';

type Job = { rows: readonly LabelData[]; title: string };

/** Both sides in one thread, a message a task, as between two. */
class Pair extends EventTarget {
  readonly heard: ToWorker<unknown>[] = [];
  /** Turns of the page so far when each was sent. */
  readonly turns: number[] = [];
  isOver = false;
  #inside: { onmessage?: (event: MessageEvent) => void; postMessage: (message: unknown) => void };
  constructor(make: (job: Job, work: Work) => Promise<unknown>, turnsSoFar: () => number) {
    super();
    this.#inside = {
      postMessage: (data) => {
        if (!this.isOver) this.dispatchEvent(new MessageEvent('message', { data }));
      },
    };
    this.turnsSoFar = turnsSoFar;
    vi.stubGlobal('self', this.#inside);
    serveJob(make);
  }
  readonly turnsSoFar: () => number;
  postMessage(data: ToWorker<unknown>): void {
    this.heard.push(data);
    this.turns.push(this.turnsSoFar());
    queueMicrotask(() => this.#inside.onmessage?.(new MessageEvent('message', { data })));
  }
  terminate(): void {
    this.isOver = true;
  }
}

const listRows = (count: number): LabelData[] =>
  Array.from({ length: count }, (_, i) => ({ 货号: String(i) }));

const open = (make: (job: Job, work: Work) => Promise<unknown>) => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const pair = new Pair(make, () => timers.mock.calls.length);
  const given = new AbortController();
  const done: number[] = [];
  const run = (job: Job) =>
    makeOffPage<unknown, Job>(() => pair as unknown as Worker, job, {
      signal: given.signal,
      onRow: (row) => done.push(row),
    });
  return { pair, given, done, run };
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('labels made off the page', () => {
  it('are made of all rows, which go over in pieces with a turn of the page after each', async () => {
    const { pair, done, run } = open(async ({ rows, title }, { onRow }) => {
      onRow(7);
      return `${title} ${rows.length} ${rows.at(-1)?.['货号']}`;
    });
    const rows = listRows(2 * ROWS_AT_ONCE + 1);
    expect(await run({ title: '到货', rows })).toBe(`到货 401 400`);
    expect(done).toEqual([7]);
    expect(pair.heard.map(({ kind }) => kind)).toEqual(['job', 'rows', 'rows', 'rows', 'go']);
    const sizes = pair.heard.flatMap((one) => (one.kind === 'rows' ? [one.rows.length] : []));
    expect(sizes).toEqual([ROWS_AT_ONCE, ROWS_AT_ONCE, 1]);
    // The first rows go with the job; then a turn before each message.
    expect(pair.turns.map((turn) => turn - (pair.turns[0] ?? 0))).toEqual([0, 0, 1, 2, 3]);
    expect(pair.isOver).toBe(true);
  });

  it('say why they were not made, with the name of the error', async () => {
    const { pair, run } = open(async () => {
      throw Object.assign(new Error('放不下'), { name: 'RowRefused' });
    });
    await expect(run({ title: '', rows: listRows(1) })).rejects.toMatchObject({
      name: 'RowRefused',
      message: '放不下',
    });
    expect(pair.isOver).toBe(true);
  });

  it('are given up with their worker', async () => {
    const { pair, given, run } = open(() => new Promise(() => undefined));
    const made = run({ title: '', rows: listRows(5 * ROWS_AT_ONCE) });
    given.abort(new Error('不做了'));
    await expect(made).rejects.toThrow('不做了');
    expect(pair.isOver).toBe(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(pair.heard.map(({ kind }) => kind)).toEqual(['job', 'rows']);
  });

  it('are not made when the worker cannot be had', async () => {
    const { pair, run } = open(() => new Promise(() => undefined));
    const made = run({ title: '', rows: [] });
    pair.dispatchEvent(new Event('error'));
    await expect(made).rejects.toThrow('could not be had');
  });
});
