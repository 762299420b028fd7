/**
 * Fitting a GIF to a size: what was chosen, its PSNR and SSIM against the whole clip, CPU seconds, what was tried.
 *
 *   npm run bench -- gif-fit [--clip film] [--limit 500 --limit 150]
 *
 * Limits are kB. Settings are those the GIF tools begin with. What is left out or made smaller is seen as a viewer sees it:
 * each frame of the clip against what is on screen then, at the clip's size.
 */
import { parseArgs } from 'node:util';
import { createResize, decode, fitToSize } from '@yunbiao/gif';
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

/** RGB of what is on screen at each frame of the clip. */
function renderFrames(
  { chunks, ...size }: EncodedGif,
  { width, height, count, delay }: Clip,
): Buffer {
  const seen = Buffer.alloc(width * height * 3 * count);
  const resize = createResize(size, { width, height });
  let [at, time] = [0, 0];
  for (const frame of decode(new Uint8Array(Buffer.concat(chunks)))) {
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
  const source: FrameSource = { width, height, count, frames: () => frames };
  for (const limit of values.limit.map(Number)) {
    let tried = 0;
    const before = process.cpuUsage();
    const { gif, choice } = await fitToSize(
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
