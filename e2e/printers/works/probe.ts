import type { Bitmap } from './bitmap.ts';

/** What bytes have left behind in a printer. */
export type Probe = {
  /** The label that was sent after them, as often as it came out: dots, place, darkness, speed, cut … */
  labels: readonly unknown[];
  /** Settings, stored objects, unfinished input, waiting labels. */
  state: Readonly<Record<string, unknown>>;
  /** What happened while the bytes came. */
  during: {
    labels: number;
    acts: readonly string[];
    answers: readonly string[];
    lost: readonly string[];
  };
};

export type Dots = { width: number; height: number; left: number; top: number; hash: string };

/** A bitmap for comparison: its size, where its ink begins, and all of its dots. */
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

/** Every place at which two values differ, e.g. `labels.0.darkness: 10 → 25`. */
export const compare = (before: unknown, after: unknown, path = ''): string[] => {
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      compare(before[key], after[key], path === '' ? key : `${path}.${key}`),
    );
  }
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)];
  return old === now ? [] : [`${path}: ${old} → ${now}`];
};

/** How the labels after some bytes and the printer's state differ from what they would have been without. */
export const findEffects = (probe: (bytes: Uint8Array) => Probe, bytes: Uint8Array): string[] => {
  const { labels, state } = probe(new Uint8Array());
  const after = probe(bytes);
  return compare({ labels, state }, { labels: after.labels, state: after.state });
};
