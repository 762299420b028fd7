/**
 * Fits a GIF to a file size: the chosen parameters, PSNR and SSIM against the full clip, CPU
 * seconds, and the attempts.
 *
 *   npm run bench -- gif-fit [--clip film] [--limit 500 --limit 150]
 *
 * Limits are in kB. The settings are the defaults of the GIF tools. Dropped and scaled frames are
 * compared as a viewer sees them: each frame of the clip against the visible frame at that time, at
 * the clip's size.
 */
import { parseArgs } from 'node:util';
import { createPictureResizer, decodeGifFrames, fitGifToByteLimit } from '@yunbiao/gif';
import type { EncodedGif, FrameSource } from '@yunbiao/gif';
import { CLIPS } from './support/gif/clips.ts';
import type { Clip } from './support/gif/clips.ts';
import { getQuality } from './support/gif/measure.ts';

const { values } = parseArgs({
  options: {
    clip: { type: 'string' },
    limit: { type: 'string', multiple: true, default: ['500', '150'] },
  },
});

/** RGB of the visible frame at each frame of the clip. */
function renderFrames(
  { chunks, ...size }: EncodedGif,
  { width, height, count, delay }: Clip,
): Buffer {
  const seen = Buffer.alloc(width * height * 3 * count);
  const resize = createPictureResizer(size, { width, height });
  let [at, time] = [0, 0];
  for (const frame of decodeGifFrames(new Uint8Array(Buffer.concat(chunks)))) {
    const shown = resize(frame.data);
    time += frame.delay;
    for (; at < count && at * delay < time; at += 1) {
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        const to = (at * width * height + pixel) * 3;
        seen.set(shown.subarray(pixel * 4, pixel * 4 + 3), to);
      }
    }
  }
  return seen;
}

console.log('clip      limit    bytes     PSNR    SSIM   CPU s  encoded  chosen');
for (const clip of CLIPS) {
  if (values.clip !== undefined && clip.name !== values.clip) continue;
  const { width, height, count, delay } = clip;
  const frames = Array.from({ length: count }, (_, at) => ({ data: clip.frame(at), delay }));
  const raw = Buffer.concat(frames.map(({ data }) => Buffer.from(data.buffer)));
  const source: FrameSource = { width, height, count, readFrames: () => frames };
  for (const limit of values.limit.map(Number)) {
    let tried = 0;
    const before = process.cpuUsage();
    const { gif, choice } = await fitGifToByteLimit(
      source,
      limit * 1000,
      { effort: 'best', palette: 'perFrame', dither: { kind: 'diffusion', strength: 1 } },
      { onTry: () => (tried += 1) },
    );
    const { user, system } = process.cpuUsage(before);
    const seen = renderFrames(gif, clip);
    const { psnr, ssim } = getQuality(raw, seen, width, height);
    const { every, colors, lossiness } = choice;
    console.log(
      [
        clip.name.padEnd(9),
        String(limit).padStart(6),
        String(gif.size).padStart(9),
        psnr.toFixed(2).padStart(9),
        ssim.toFixed(4).padStart(8),
        ((user + system) / 1e6).toFixed(1).padStart(8),
        String(tried).padStart(9),
        `  ${choice.width} × ${choice.height}, 1 of ${every}, ${colors} colours, loss ${lossiness}`,
      ].join(''),
    );
  }
}
