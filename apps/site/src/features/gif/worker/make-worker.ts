// Worker that makes one file and ends. Cancelling terminates it.
import { zipSync } from 'fflate';
import type { Size } from '../model/layout.ts';
import type { FromMaker, Made, Recipe } from './messages.ts';
import { MarkFailed } from './mark.ts';
import { FrameFailed, composeFrames, type Staged, formatFrameKey } from './stage.ts';
import { writeWebp } from './webp-file.ts';
import { CannotFit, writeGif } from './write-gif.ts';

const postToPage = (message: FromMaker): void => self.postMessage(message);

/** Share of the progress for reading and composing; the rest is for writing. */
const READ_SHARE = 0.35;

/** Quality of WebP frames: visually close to the original. */
const WEBP_QUALITY = 0.85;

const postWriteProgress = (frame: number, of: number): void =>
  postToPage({
    kind: 'progress',
    phase: 'write',
    share: READ_SHARE + (1 - READ_SHARE) * (frame / of),
    frame,
    of,
  });

/** A canvas to which the frames are drawn one by one. */
const createCanvas = ({ width, height, pixels }: Staged, frames: Recipe['frames']) => {
  const canvas = new OffscreenCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const addFrame = (index: number): void => {
    const frame = frames[index];
    const data = frame && pixels.get(formatFrameKey(frame));
    if (data) ctx?.putImageData(new ImageData(data, width, height), 0, 0);
  };
  return { canvas, draw: addFrame };
};

/** Encodes each frame as a file. */
const encodeFrames = async (
  staged: Staged,
  { frames }: Recipe,
  type: string,
): Promise<Uint8Array[]> => {
  const { canvas, draw } = createCanvas(staged, frames);
  const encodedFiles: Uint8Array[] = [];
  for (const index of frames.keys()) {
    draw(index);
    const file = await canvas.convertToBlob({ type, quality: WEBP_QUALITY });
    encodedFiles.push(new Uint8Array(await file.arrayBuffer()));
    postWriteProgress(index + 1, frames.length);
  }
  return encodedFiles;
};

const makeWebp = async (staged: Staged, recipe: Recipe): Promise<Blob> => {
  const { width, height } = staged;
  const pictures = await encodeFrames(staged, recipe, 'image/webp');
  const frames = pictures.map((bytes, index) => ({
    bytes,
    delayMs: recipe.frames[index]?.delayMs ?? 0,
  }));
  return writeWebp({ width, height, loop: recipe.loop, frames });
};

const makePngZip = async (staged: Staged, recipe: Recipe): Promise<Blob> => {
  const digits = Math.max(3, String(recipe.frames.length).length);
  const encodedFiles = await encodeFrames(staged, recipe, 'image/png');
  const entries = encodedFiles.map(
    (bytes, index) => [`${String(index + 1).padStart(digits, '0')}.png`, bytes] as const,
  );
  // PNG is already compressed.
  const zip = zipSync(Object.fromEntries(entries), { level: 0 });
  return new Blob([zip], { type: 'application/zip' });
};

const makeMp4 = async (staged: Staged, { frames }: Recipe): Promise<Blob> => {
  const { writeMp4 } = await import('./mp4-file.ts');
  return writeMp4({
    ...createCanvas(staged, frames),
    delays: frames.map(({ delayMs }) => delayMs),
    onFrame: (index) => postWriteProgress(index, frames.length),
  });
};

const roundDownToEvenSide = (side: number): number => Math.max(2, side - (side % 2));

/** Adapts the layout to the limits of the format. */
const adaptLayoutToFormat = (recipe: Recipe): Recipe['layout'] => {
  const { layout, format } = recipe;
  if (format !== 'mp4') return layout;
  return {
    ...layout,
    width: roundDownToEvenSide(layout.width),
    height: roundDownToEvenSide(layout.height),
    background: layout.background ?? '#ffffff',
  };
};

const makeAnimationFile = async (recipe: Recipe): Promise<Made> => {
  const { frames, format } = recipe;
  const staged = await composeFrames(
    recipe.files,
    frames,
    adaptLayoutToFormat(recipe),
    (frame, of) =>
      postToPage({ kind: 'progress', phase: 'read', share: READ_SHARE * (frame / of), frame, of }),
  );
  const size: Size = { width: staged.width, height: staged.height };
  if (format === 'gif')
    return writeGif(staged, recipe, {
      onWritten: (share) => postWriteProgress(Math.round(share * frames.length), frames.length),
      onTrial: (trial) => postToPage({ kind: 'trial', trial }),
    });
  const write = { webp: makeWebp, pictures: makePngZip, mp4: makeMp4 }[format];
  return { ...size, file: await write(staged, recipe), frames: frames.length, chosen: null };
};

const explainMakeFailure = (
  error: unknown,
  { frames }: Recipe,
): Extract<FromMaker, { kind: 'failed' }>['why'] => {
  if (error instanceof CannotFit) return { code: 'cannotFit', smallest: error.smallest };
  if (error instanceof MarkFailed) return { code: 'mark' };
  if (!(error instanceof FrameFailed)) return { code: 'broken' };
  const { source, at } = error.key;
  const place = frames.findIndex((frame) => frame.source === source && frame.at === at);
  return { code: 'frame', source, frame: Math.max(0, place) };
};

self.onmessage = ({ data }: MessageEvent<Recipe>) => {
  makeAnimationFile(data).then(
    (result) => postToPage({ kind: 'made', made: result }),
    (error: unknown) => postToPage({ kind: 'failed', why: explainMakeFailure(error, data) }),
  );
};
