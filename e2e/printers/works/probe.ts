import type { Bitmap } from './bitmap.ts';

/** State that bytes leave behind in a printer. */
export type Probe = {
  /** The label sent after the bytes, once per print: dots, position, darkness, speed, cut … */
  labels: readonly unknown[];
  /** Settings, stored objects, unfinished input, waiting labels. */
  state: Readonly<Record<string, unknown>>;
  /** What happened while the bytes arrived. */
  during: {
    labels: number;
    acts: readonly string[];
    answers: readonly string[];
    lost: readonly string[];
  };
};

export type Dots = { width: number; height: number; left: number; top: number; hash: string };

/** A bitmap for comparison: its size, the offset of its ink, and all its dots. */
export const describeDots = (bitmap: Bitmap): Dots => {
  const { width, height, bytesPerRow, data } = bitmap;
  const first = data.findIndex((byte) => byte !== 0);
  let left = first < 0 ? 0 : width;
  for (const [at, byte] of data.entries())
    if (byte !== 0) left = Math.min(left, (at % bytesPerRow) * 8 + Math.clz32(byte) - 24);
  const top = first < 0 ? 0 : Math.floor(first / bytesPerRow);
  return { width, height, left, top, hash: bitmap.hash() };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Every path at which two values differ, e.g. `labels.0.darkness: 10 → 25`. */
export const listDifferences = (before: unknown, after: unknown, path = ''): string[] => {
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      listDifferences(before[key], after[key], path === '' ? key : `${path}.${key}`),
    );
  }
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)];
  return old === now ? [] : [`${path}: ${old} → ${now}`];
};

export type ProbeOptions<R> = {
  /** Sent first; not compared. */
  setup?: Uint8Array;
  /** Sent last. */
  label?: Uint8Array;
  rules?: R;
  /** Power cycle between the bytes and the label. */
  restart?: boolean;
};

/** A printer without network and timing: bytes in, labels and state out. */
export type ProbedMachine = {
  readonly labels: readonly unknown[];
  readonly acts: readonly string[];
  readonly answers: readonly string[];
  readonly lost: readonly string[];
  readonly state: Probe['state'];
  push: (bytes: Uint8Array) => void;
  restart: () => void;
};

/** Sends the bytes and then a label to a printer. */
export const probeMachine = (
  machine: ProbedMachine,
  bytes: Uint8Array,
  { setup, label, restart = false }: ProbeOptions<unknown> & { label: Uint8Array },
): Probe => {
  if (setup) machine.push(setup);
  const { labels, acts, answers, lost } = machine;
  const before = [labels.length, acts.length, answers.length, lost.length] as const;
  machine.push(bytes);
  const during = {
    labels: labels.length - before[0],
    acts: acts.slice(before[1]),
    answers: answers.slice(before[2]),
    lost: lost.slice(before[3]),
  };
  if (restart) machine.restart();
  const { state } = machine;
  const from = labels.length;
  machine.push(label);
  return { labels: labels.slice(from), state, during };
};

/** For each setup, how the bytes change the following labels and the printer's state. */
export const findEffects = (
  probe: (bytes: Uint8Array, setup: Uint8Array) => Probe,
  bytes: Uint8Array,
  setups: readonly Uint8Array[],
): string[] =>
  setups.flatMap((setup) => {
    const before = probe(new Uint8Array(), setup);
    const after = probe(bytes, setup);
    return listDifferences(
      { labels: before.labels, state: before.state },
      { labels: after.labels, state: after.state },
    );
  });
