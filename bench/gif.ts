/**
 * GIF encoders on five clips: bytes, PSNR and SSIM of ffmpeg's decoding, CPU per frame, peak
 * memory.
 *
 *   npm run bench -- gif [--clip film] [--encoder 'ours best'] [--turns 5]
 *
 * `--turns` runs each encoder that often per clip, in alternation, and reports the median CPU.
 * gifski is taken from $GIFSKI or PATH. Missing peers are named and skipped.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './support/figures.ts';
import { CLIPS } from './support/gif/clips.ts';
import { getQuality, readBack } from './support/gif/measure.ts';
import { ENCODERS, isInstalled, getSize, writeRaw } from './support/gif/peers.ts';
import type { Cost } from './support/gif/peers.ts';

const { values } = parseArgs({
  options: {
    clip: { type: 'string' },
    encoder: { type: 'string', multiple: true },
    turns: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'bench-gif-'));
try {
  const encoders = Object.entries(ENCODERS).filter(([name, { program }]) => {
    if (values.encoder !== undefined && !values.encoder.includes(name)) return false;
    const there = isInstalled(program);
    if (!there) console.log(`${name}: ${program} is not here`);
    return there;
  });
  for (const clip of CLIPS) {
    if (values.clip !== undefined && clip.name !== values.clip) continue;
    console.log(`\n${clip.name}: ${clip.count} frames of ${clip.width} × ${clip.height}`);
    console.log('encoder              bytes    PSNR    SSIM  CPU ms/frame  peak MB');
    const rawFile = join(folder, clip.name);
    const raw = writeRaw(clip, rawFile);
    const toPath = (name: string): string => join(folder, `${clip.name} ${name}.gif`);
    const costs = encoders.map((): Cost[] => []);
    for (let turn = 0; turn < Number(values.turns); turn += 1) {
      for (const [at, [name, { encode }]] of encoders.entries()) {
        costs[at]?.push(encode(clip, rawFile, toPath(name)));
      }
    }
    for (const [at, [name]] of encoders.entries()) {
      const out = toPath(name);
      const cpuMs = median(costs[at]?.map((cost) => cost.cpuMs) ?? []);
      const peakMb = Math.max(...(costs[at]?.map((cost) => cost.peakMb) ?? []));
      const { psnr, ssim } = getQuality(raw, readBack(out, clip), clip.width, clip.height);
      const figures = [
        String(getSize(out)).padStart(9),
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
