// Makes one file and ends: whoever cancels ends it, and nothing of it goes on.
import { zipSync } from 'fflate';
import type { Size } from '../model/layout.ts';
import type { FromMaker, Made, Recipe } from './messages.ts';
import { MarkFailed } from './mark.ts';
import { FrameFailed, stage, type Staged, stagedKey } from './stage.ts';
import { webpFile } from './webp-file.ts';
import { CannotFit, gifFile } from './write-gif.ts';

const say = (message: FromMaker): void => self.postMessage(message);

/** Share of the work that drawing is; the rest is writing. */
const READ_SHARE = 0.35;

/** Quality of WebP frames: what the eye takes for the original. */
const WEBP_QUALITY = 0.85;

const wrote = (frame: number, of: number): void =>
  say({
    kind: 'progress',
    phase: 'write',
    share: READ_SHARE + (1 - READ_SHARE) * (frame / of),
    frame,
    of,
  });

/** A canvas on which the frames are put one after the other. */
const createCanvas = ({ width, height, pixels }: Staged, frames: Recipe['frames']) => {
  const canvas = new OffscreenCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const draw = (index: number): void => {
    const frame = frames[index];
    const data = frame && pixels.get(stagedKey(frame));
    if (data) ctx?.putImageData(new ImageData(data, width, height), 0, 0);
  };
  return { canvas, draw };
};

/** Each frame as a file. */
const files = async (staged: Staged, { frames }: Recipe, type: string): Promise<Uint8Array[]> => {
  const { canvas, draw } = createCanvas(staged, frames);
  const made: Uint8Array[] = [];
  for (const index of frames.keys()) {
    draw(index);
    const file = await canvas.convertToBlob({ type, quality: WEBP_QUALITY });
    made.push(new Uint8Array(await file.arrayBuffer()));
    wrote(index + 1, frames.length);
  }
  return made;
};

const webp = async (staged: Staged, recipe: Recipe): Promise<Blob> => {
  const { width, height } = staged;
  const pictures = await files(staged, recipe, 'image/webp');
  const frames = pictures.map((bytes, index) => ({
    bytes,
    delayMs: recipe.frames[index]?.delayMs ?? 0,
  }));
  return webpFile({ width, height, loop: recipe.loop, frames });
};

const pictures = async (staged: Staged, recipe: Recipe): Promise<Blob> => {
  const digits = Math.max(3, String(recipe.frames.length).length);
  const made = await files(staged, recipe, 'image/png');
  const entries = made.map(
    (bytes, index) => [`${String(index + 1).padStart(digits, '0')}.png`, bytes] as const,
  );
  // PNG is compressed already.
  const zip = zipSync(Object.fromEntries(entries), { level: 0 });
  return new Blob([zip], { type: 'application/zip' });
};

const mp4 = async (staged: Staged, { frames }: Recipe): Promise<Blob> => {
  const { mp4File } = await import('./mp4-file.ts');
  return mp4File({
    ...createCanvas(staged, frames),
    delays: frames.map(({ delayMs }) => delayMs),
    onFrame: (index) => wrote(index, frames.length),
  });
};

const even = (side: number): number => Math.max(2, side - (side % 2));

/** What a format cannot show is not asked of it. */
const fitted = (recipe: Recipe): Recipe['layout'] => {
  const { layout, format } = recipe;
  if (format !== 'mp4') return layout;
  return {
    ...layout,
    width: even(layout.width),
    height: even(layout.height),
    background: layout.background ?? '#ffffff',
  };
};

const made = async (recipe: Recipe): Promise<Made> => {
  const { frames, format } = recipe;
  const staged = await stage(recipe.files, frames, fitted(recipe), (frame, of) =>
    say({ kind: 'progress', phase: 'read', share: READ_SHARE * (frame / of), frame, of }),
  );
  const size: Size = { width: staged.width, height: staged.height };
  if (format === 'gif')
    return gifFile(staged, recipe, {
      wrote: (share) => wrote(Math.round(share * frames.length), frames.length),
      onTrial: (trial) => say({ kind: 'trial', trial }),
    });
  const write = { webp, pictures, mp4 }[format];
  return { ...size, file: await write(staged, recipe), frames: frames.length, chosen: null };
};

const explainWhy = (
  error: unknown,
  { frames }: Recipe,
): Extract<FromMaker, { kind: 'failed' }>['why'] => {
  if (error instanceof CannotFit) return { code: 'cannotFit', smallest: error.smallest };
  if (error instanceof MarkFailed) return { code: 'mark' };
  if (!(error instanceof FrameFailed)) return { code: 'broken' };
  const { source, at } = error.key;
  const place = frames.findIndex((one) => one.source === source && one.at === at);
  return { code: 'frame', source, frame: Math.max(0, place) };
};

self.onmessage = ({ data }: MessageEvent<Recipe>) => {
  made(data).then(
    (result) => say({ kind: 'made', made: result }),
    (error: unknown) => say({ kind: 'failed', why: explainWhy(error, data) }),
  );
};
