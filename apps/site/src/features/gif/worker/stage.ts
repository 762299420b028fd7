import type { Layout, Size } from '../model/layout.ts';
import { Composer } from './composer.ts';
import type { Key } from './messages.ts';
import { openSource } from './open-source.ts';
import { Refused } from './refused.ts';
import type { Source } from './source.ts';

/** Files here are decoded at their full size. */
const LONGEST = Number.POSITIVE_INFINITY;

/** A frame that could not be read. */
export class FrameFailed extends Error {
  readonly key: Key;
  constructor(key: Key) {
    super(`frame ${key.at} of ${key.source}`);
    this.name = 'FrameFailed';
    this.key = key;
  }
}

export type Staged = Size & { pixels: ReadonlyMap<string, Uint8ClampedArray<ArrayBuffer>> };

export const stagedKey = ({ source, at }: Key): string => `${source}@${at}`;

const wanted = (keys: readonly Key[], source: number): number[] =>
  [...new Set(keys.filter((key) => key.source === source).map(({ at }) => at))].toSorted(
    (a, b) => a - b,
  );

const openAgain = async (source: number, file: File): Promise<Source> => {
  try {
    return await openSource(file, LONGEST);
  } catch (error) {
    // It was opened before: it is gone, or another one now.
    if (error instanceof Refused) throw new FrameFailed({ source, at: 0 });
    throw error;
  }
};

/**
 * Every picture the animation is made of, composed once however often it is shown, each file being decoded in one pass
 * forwards. What they take together was checked before: width × height × frames.
 */
export const stage = async (
  files: readonly { source: number; file: File }[],
  keys: readonly Key[],
  layout: Layout,
  onPicture: (done: number, of: number) => void,
): Promise<Staged> => {
  const composer = await Composer.of(layout, { scale: 1, isRead: true });
  const pixels = new Map<string, Uint8ClampedArray<ArrayBuffer>>();
  const of = new Set(keys.map(stagedKey)).size;
  for (const { source, file } of files) {
    const ats = wanted(keys, source);
    const opened = await openAgain(source, file);
    try {
      for await (const seen of opened.pictures(ats)) {
        composer.draw(seen);
        pixels.set(stagedKey({ source, at: seen.at }), composer.pixels());
        onPicture(pixels.size, of);
      }
    } catch {
      // What it did not come to is named below.
    } finally {
      opened.close();
    }
    const failed = ats.find((at) => !pixels.has(stagedKey({ source, at })));
    if (failed !== undefined) throw new FrameFailed({ source, at: failed });
  }
  return { ...composer.size, pixels };
};
