import type { Layout, Size } from '../model/layout.ts';
import { Composer } from './composer.ts';
import type { Key } from './messages.ts';
import { openMediaSource } from './open-source.ts';
import { FileRefused } from './file-refused.ts';
import type { Source } from './source.ts';

/** Longest side of a decoded picture, px: the finished file is made from the full size. */
const LONGEST = Number.POSITIVE_INFINITY;

export class FrameFailed extends Error {
  readonly key: Key;
  constructor(key: Key) {
    super(`frame ${key.at} of ${key.source}`);
    this.name = 'FrameFailed';
    this.key = key;
  }
}

export type Staged = Size & { pixels: ReadonlyMap<string, Uint8ClampedArray<ArrayBuffer>> };

export const formatFrameKey = ({ source, at }: Key): string => `${source}@${at}`;

const listFramePositions = (keys: readonly Key[], source: number): number[] =>
  [...new Set(keys.filter((key) => key.source === source).map(({ at }) => at))].toSorted(
    (a, b) => a - b,
  );

const reopenSourceOrExplain = async (source: number, file: File): Promise<Source> => {
  try {
    return await openMediaSource(file, LONGEST);
  } catch (error) {
    // The file could be opened before: it was deleted or changed since.
    if (error instanceof FileRefused) throw new FrameFailed({ source, at: 0 });
    throw error;
  }
};

/**
 * Composes all pictures of the animation, each only once even when it is shown several times. Each
 * file is decoded forwards in one pass. The caller has checked the memory limit (width × height ×
 * frames).
 * @throws {FrameFailed} if a frame cannot be decoded
 */
export const composeFrames = async (
  files: readonly { source: number; file: File }[],
  keys: readonly Key[],
  layout: Layout,
  onPicture: (doneFrames: number, of: number) => void,
): Promise<Staged> => {
  const composer = await Composer.create(layout, { scale: 1, isReadBack: true });
  const pixels = new Map<string, Uint8ClampedArray<ArrayBuffer>>();
  const of = new Set(keys.map(formatFrameKey)).size;
  for (const { source, file } of files) {
    const ats = listFramePositions(keys, source);
    const openedSource = await reopenSourceOrExplain(source, file);
    try {
      for await (const picture of openedSource.readPictures(ats)) {
        composer.draw(picture);
        pixels.set(formatFrameKey({ source, at: picture.at }), composer.readPixels());
        onPicture(pixels.size, of);
      }
    } catch {
      // Pictures that were not reached are reported below.
    } finally {
      openedSource.close();
    }
    const failed = ats.find((at) => !pixels.has(formatFrameKey({ source, at })));
    if (failed !== undefined) throw new FrameFailed({ source, at: failed });
  }
  return { ...composer.size, pixels };
};
