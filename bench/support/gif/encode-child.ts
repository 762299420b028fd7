// Encodes one clip in a separate process: `encode-child.ts ENCODER RAW WIDTH HEIGHT COUNT DELAY
// OUT`; reports its CPU and memory.
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { encodeSourceAsGif } from '@yunbiao/gif';
import type { SourceSettings } from '@yunbiao/gif';
import gifenc from 'gifenc';

const { GIFEncoder, applyPalette, quantize } = gifenc;
const [, , encoder = '', raw = '', ...rest] = process.argv;
const [width = 0, height = 0, count = 0, delay = 0] = rest.slice(0, 4).map(Number);
const out = rest[4] ?? '';
const bytesOfFrame = width * height * 4;

function* readFrames(): Generator<{ data: Uint8Array; delay: number }> {
  const file = openSync(raw, 'r');
  try {
    for (let at = 0; at < count; at += 1) {
      const data = new Uint8Array(bytesOfFrame);
      readSync(file, data, 0, bytesOfFrame, at * bytesOfFrame);
      yield { data, delay };
    }
  } finally {
    closeSync(file);
  }
}

/** As in its README; the shared palette is built from every pixel, as ours is. */
function withGifenc(shared: boolean): Uint8Array {
  const gif = GIFEncoder();
  let all = null;
  if (shared) {
    const pixels = new Uint8Array(bytesOfFrame * count);
    let at = 0;
    for (const { data } of readFrames()) {
      pixels.set(data, at);
      at += bytesOfFrame;
    }
    all = quantize(pixels, 256);
  }
  let first = true;
  for (const { data } of readFrames()) {
    const palette = all ?? quantize(data, 256);
    const index = applyPalette(data, palette);
    gif.writeFrame(index, width, height, first || !shared ? { palette, delay } : { delay });
    first = false;
  }
  gif.finish();
  return gif.bytes();
}

const OURS: Record<string, SourceSettings> = JSON.parse(process.env['GIF_SETTINGS'] ?? '{}');

const before = process.cpuUsage();
let bytes: Uint8Array;
if (encoder.startsWith('gifenc')) {
  bytes = withGifenc(encoder === 'gifenc-shared');
} else {
  const source = { width, height, count, readFrames };
  const { chunks } = await encodeSourceAsGif(source, OURS[encoder] ?? {});
  bytes = Buffer.concat(chunks);
}
const { user, system } = process.cpuUsage(before);
writeFileSync(out, bytes);
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, peakMb: maxRSS / 1024 }));
