/**
 * GIF encoders on five clips: bytes, PSNR and SSIM as ffmpeg reads the file back, CPU a frame, peak memory.
 *
 *   npm run bench -- gif [--clip film] [--encoder 'ours best']
 *
 * gifski is taken from $GIFSKI or the path. Peers that are not there are named and left out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLIPS } from './support/gif/clips.ts';
import { qualityOf, readBack } from './support/gif/measure.ts';
import { ENCODERS, has, sizeOf, writeRaw } from './support/gif/peers.ts';

const { values } = parseArgs({
  options: { clip: { type: 'string' }, encoder: { type: 'string', multiple: true } },
});
const folder = mkdtempSync(join(tmpdir(), 'bench-gif-'));
try {
  const encoders = Object.entries(ENCODERS).filter(([name, { program }]) => {
    if (values.encoder !== undefined && !values.encoder.includes(name)) return false;
    const there = has(program);
    if (!there) console.log(`${name}: ${program} is not here`);
    return there;
  });
  for (const clip of CLIPS) {
    if (values.clip !== undefined && clip.name !== values.clip) continue;
    console.log(`\n${clip.name}: ${clip.count} frames of ${clip.width} × ${clip.height}`);
    console.log('encoder              bytes    PSNR    SSIM  CPU ms/frame  peak MB');
    const rawFile = join(folder, clip.name);
    const raw = writeRaw(clip, rawFile);
    for (const [name, { encode }] of encoders) {
      const out = join(folder, `${clip.name}.gif`);
      const { cpuMs, peakMb } = encode(clip, rawFile, out);
      const { psnr, ssim } = qualityOf(raw, readBack(out, clip), clip.width, clip.height);
      const figures = [
        String(sizeOf(out)).padStart(9),
        psnr.toFixed(2).padStart(8),
        ssim.toFixed(4).padStart(8),
        (cpuMs / clip.count).toFixed(1).padStart(14),
        peakMb.toFixed(0).padStart(9),
      ];
      console.log(`${name.padEnd(17)}${figures.join('')}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
