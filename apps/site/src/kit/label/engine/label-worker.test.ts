import type { LabelData } from '@yunbiao/label';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getPictureLookup, setPictureLookup } from './engine.ts';
import { serveWorkerJob } from './serve-label-worker.ts';
import {
  runLabelWorker,
  ROWS_PER_MESSAGE,
  type ToWorker,
  type JobControl,
} from './label-worker.ts';

type Job = { rows: readonly LabelData[]; title: string };

/** Worker and page in one thread. Each message is delivered asynchronously, as between threads. */
class Pair extends EventTarget {
  readonly heard: ToWorker<unknown>[] = [];
  /** Number of event-loop turns of the page when each message was sent. */
  readonly turns: number[] = [];
  isOver = false;
  #inside: { onmessage?: (event: MessageEvent) => void; postMessage: (message: unknown) => void };
  constructor(make: (job: Job, work: JobControl) => Promise<unknown>, turnsSoFar: () => number) {
    super();
    this.#inside = {
      postMessage: (data) => {
        if (!this.isOver) this.dispatchEvent(new MessageEvent('message', { data }));
      },
    };
    this.turnsSoFar = turnsSoFar;
    vi.stubGlobal('self', this.#inside);
    serveWorkerJob(make);
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

const open = (make: (job: Job, work: JobControl) => Promise<unknown>) => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const pair = new Pair(make, () => timers.mock.calls.length);
  const given = new AbortController();
  const done: number[] = [];
  const run = (job: Job) =>
    runLabelWorker<unknown, Job>(() => pair as unknown as Worker, job, {
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
    const rows = listRows(2 * ROWS_PER_MESSAGE + 1);
    expect(await run({ title: '到货', rows })).toBe(`到货 401 400`);
    expect(done).toEqual([7]);
    expect(pair.heard.map(({ kind }) => kind)).toEqual(['job', 'rows', 'rows', 'rows', 'go']);
    const sizes = pair.heard.flatMap((item) => (item.kind === 'rows' ? [item.rows.length] : []));
    expect(sizes).toEqual([ROWS_PER_MESSAGE, ROWS_PER_MESSAGE, 1]);
    // The first rows follow the job at once. Each later message waits for one turn.
    expect(pair.turns.map((turn) => turn - (pair.turns[0] ?? 0))).toEqual([0, 0, 1, 2, 3]);
    expect(pair.isOver).toBe(true);
  });

  it('find pictures of the library through the page, which has the session', async () => {
    setPictureLookup(async (names) => {
      if (names.includes('断网')) throw new Error('no answer');
      return new Map(names.map((name) => [name, `/uploads/${name}.png`]));
    });
    const answers: unknown[] = [];
    const { run } = open(async () => {
      const find = getPictureLookup();
      answers.push(await find?.(['商标/logo']));
      answers.push(await find?.(['断网']).catch(() => 'refused'));
    });
    await run({ title: '', rows: listRows(1) });
    expect(answers).toEqual([new Map([['商标/logo', '/uploads/商标/logo.png']]), 'refused']);
    setPictureLookup(null);
    const { run: runAsVisitor } = open(async () => answers.push(getPictureLookup()));
    await runAsVisitor({ title: '', rows: listRows(1) });
    expect(answers.at(-1)).toBeNull();
  });

  it('say why they were not made, with the name of the error', async () => {
    const { pair, run } = open(async () => {
      throw Object.assign(new Error('放不下'), { name: 'LabelResolutionError' });
    });
    await expect(run({ title: '', rows: listRows(1) })).rejects.toMatchObject({
      name: 'LabelResolutionError',
      message: '放不下',
    });
    expect(pair.isOver).toBe(true);
  });

  it('are given up with their worker', async () => {
    const { pair, given, run } = open(() => new Promise(() => undefined));
    const made = run({ title: '', rows: listRows(5 * ROWS_PER_MESSAGE) });
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
