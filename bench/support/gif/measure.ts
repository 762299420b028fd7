import { spawnSync } from 'node:child_process';

export interface Quality {
  /** dB over all channels and frames. */
  readonly psnr: number;
  /** Structural similarity of the luma, mean of all frames. */
  readonly ssim: number;
}

const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
const WINDOW = 8;

/**
 * The file as ffmpeg decodes it at the clip's rate: RGB of `count` frames; the last one is repeated
 * when there are fewer.
 */
export function readBack(
  file: string,
  { width, height, count, delay }: { width: number; height: number; count: number; delay: number },
): Buffer {
  const args = ['-v', 'error', '-i', file, '-vf', `fps=${1000 / delay},format=rgb24`];
  const { stdout, status, stderr } = spawnSync(
    'ffmpeg',
    [...args, '-f', 'rawvideo', '-frames:v', String(count), '-'],
    { maxBuffer: 2 ** 31 },
  );
  if (status !== 0) throw new Error(`ffmpeg cannot read ${file}: ${stderr.toString()}`);
  const frame = width * height * 3;
  if (stdout.length < frame) throw new Error(`ffmpeg found no frame in ${file}`);
  const whole = Buffer.alloc(frame * count);
  for (let at = 0; at < count; at += 1) {
    const from = Math.min(at, Math.floor(stdout.length / frame) - 1) * frame;
    stdout.copy(whole, at * frame, from, from + frame);
  }
  return whole;
}

/** @param raw RGBA of all frames. */
export function getQuality(raw: Buffer, seen: Buffer, width: number, height: number): Quality {
  const pixels = width * height;
  const count = raw.length / (pixels * 4);
  let squares = 0;
  for (let at = 0; at < count * pixels; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const off = (raw[at * 4 + channel] ?? 0) - (seen[at * 3 + channel] ?? 0);
      squares += off * off;
    }
  }
  let ssim = 0;
  for (let at = 0; at < count; at += 1) {
    const originalLuma = computeLuma(raw, at * pixels * 4, 4, pixels);
    ssim +=
      getSsim(originalLuma, computeLuma(seen, at * pixels * 3, 3, pixels), width, height) / count;
  }
  const mean = squares / (count * pixels * 3);
  return { psnr: mean === 0 ? 99 : 10 * Math.log10(255 ** 2 / mean), ssim };
}

function computeLuma(data: Buffer, start: number, step: number, pixels: number): Float32Array {
  return Float32Array.from({ length: pixels }, (_, pixel) => {
    const at = start + pixel * step;
    return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  });
}

/** Z. Wang and others (2004), windows of 8 × 8 with a stride of 4. */
function getSsim(item: Float32Array, other: Float32Array, width: number, height: number): number {
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + WINDOW <= height; top += 4) {
    for (let left = 0; left + WINDOW <= width; left += 4) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + WINDOW; y += 1) {
        for (let at = y * width + left; at < y * width + left + WINDOW; at += 1) {
          const p = item[at] ?? 0;
          const q = other[at] ?? 0;
          a += p;
          b += q;
          aa += p * p;
          bb += q * q;
          ab += p * q;
        }
      }
      const n = WINDOW * WINDOW;
      a /= n;
      b /= n;
      const variances = aa / n - a * a + bb / n - b * b;
      const together = ab / n - a * b;
      sum += ((2 * a * b + C1) * (2 * together + C2)) / ((a * a + b * b + C1) * (variances + C2));
      windows += 1;
    }
  }
  return sum / windows;
}
