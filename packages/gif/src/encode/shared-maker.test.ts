import { describe, expect, it } from 'vitest';
import type { Frame } from '../picture.ts';
import { decodeGifFrames } from '../read/decode.ts';
import { readGifInfo } from '../read/inspect.ts';
import { createDriftingClip } from '../testing/clips.ts';
import { encodeSourceAsGif } from './source.ts';
import type { FrameSource, SourceSettings } from './source.ts';

const WIDTH = 40;
const HEIGHT = 30;
const FAST: SourceSettings = { effort: 'fast', palette: 'shared' };

type Color = readonly [number, number, number, number];

/** Pictures of one colour except for the given pixels. */
const createFlatFrame = (ground: Color, ...marks: readonly { at: number; color: Color }[]) => {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) data.set(ground, at * 4);
  for (const { at, color } of marks) data.set(color, at * 4);
  return { data, delay: 100 };
};
const getSource = (frames: readonly Frame[]): FrameSource => ({
  width: WIDTH,
  height: HEIGHT,
  count: frames.length,
  readFrames: () => frames,
});
const makeGif = async (source: FrameSource, settings: SourceSettings) => {
  const shown: Uint8ClampedArray[] = [];
  const { chunks } = await encodeSourceAsGif(source, settings, {
    onShown: ({ data }) => shown.push(Uint8ClampedArray.from(data)),
  });
  const bytes = new Uint8Array(Buffer.concat(chunks));
  const seen = Array.from(decodeGifFrames(bytes), ({ data }) => Uint8ClampedArray.from(data));
  return { bytes, shown, seen };
};

const WHITE: Color = [255, 255, 255, 255];
const BLACK: Color = [0, 0, 0, 255];
const NONE: Color = [0, 0, 0, 0];

describe('frames in shared colours', () => {
  it('come out as they went in while they have few colours, black among them', async () => {
    const frames = [
      createFlatFrame(BLACK),
      createFlatFrame(BLACK, { at: 77, color: WHITE }),
      createFlatFrame(WHITE),
      createFlatFrame(BLACK),
    ];
    const { seen } = await makeGif(getSource(frames), FAST);
    expect(seen).toEqual(frames.map(({ data }) => data));
  });

  it('wipe what the next frame has not, and paint it again', async () => {
    const mark = { at: 300, color: BLACK };
    const frames = [
      createFlatFrame(NONE, mark),
      createFlatFrame(NONE, { at: 900, color: WHITE }),
      createFlatFrame(NONE, mark),
    ];
    const { seen } = await makeGif(getSource(frames), FAST);
    expect(seen).toEqual(frames.map(({ data }) => data));
  });

  it('are shown as a reader sees them, with loss and without', async () => {
    const source = getSource(createDriftingClip(WIDTH, HEIGHT, 12, 100));
    for (const lossiness of [0, 8, 60]) {
      const { shown, seen } = await makeGif(source, { ...FAST, lossiness });
      expect(seen).toEqual(shown);
    }
  });

  it('are packed as the part that changed', async () => {
    const frames = [createFlatFrame(WHITE), createFlatFrame(WHITE, { at: 5, color: BLACK })];
    const first = await makeGif(getSource([createFlatFrame(WHITE)]), FAST);
    const { bytes } = await makeGif(getSource(frames), FAST);
    expect(readGifInfo(bytes)).toMatchObject({ frames: 2 });
    // A control extension, an image descriptor and one pixel.
    expect(bytes.length - first.bytes.length).toBeLessThan(30);
  });
});
