import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceSettings } from '@yunbiao/gif';
import type { Clip } from './clips.ts';

export interface Cost {
  /** CPU of all threads, ms. */
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Encodes RGBA of all frames in `raw` to `out`. */
export type Encode = (clip: Clip, raw: string, out: string) => Cost;

const GIFSKI = process.env['GIFSKI'] ?? 'gifski';

export const OURS: Record<string, SourceSettings> = {
  'ours fast': { effort: 'fast', palette: 'shared', lossiness: 8 },
  'ours best': { effort: 'best', palette: 'perFrame' },
};

/** Runs our encoder or gifenc in a separate Node process. */
export const inNode =
  (encoder: string): Encode =>
  ({ width, height, count, delay }, raw, out) => {
    const child = join(import.meta.dirname, 'encode-child.ts');
    const args = [child, encoder, raw, width, height, count, delay, out].map(String);
    const env = { ...process.env, GIF_SETTINGS: JSON.stringify(OURS) };
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...args],
      { env, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (status !== 0) throw new Error(`${encoder} failed`);
    return JSON.parse(stdout.toString()) as Cost;
  };

function measureProgram(program: string, args: readonly string[]): Cost {
  const { stderr, status } = spawnSync('/usr/bin/time', ['-f', '%U %S %M', program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = stderr.toString().trim().split('\n');
  if (status !== 0) throw new Error(`${program}: ${lines.join('\n')}`);
  const [user = 0, system = 0, kilobytes = 0] = (lines.at(-1) ?? '').split(' ').map(Number);
  return { cpuMs: (user + system) * 1000, peakMb: kilobytes / 1024 };
}

const rawInput = ({ width, height, delay }: Clip, raw: string): string[] =>
  `-v error -y -f rawvideo -pix_fmt rgba -s ${width}x${height} -r ${1000 / delay} -i`
    .split(' ')
    .concat(raw);

const withFfmpeg =
  (generate: string, use: string): Encode =>
  (clip, raw, out) => {
    const graph = `split[a][b];[a]palettegen=${generate}[p];[b][p]paletteuse=${use}`;
    return measureProgram('ffmpeg', [...rawInput(clip, raw), '-filter_complex', graph, out]);
  };

/** gifski needs picture files; creating them is not measured. */
const withGifski =
  (quality: number): Encode =>
  (clip, raw, out) => {
    const folder = `${raw}.png`;
    mkdirSync(folder, { recursive: true });
    measureProgram('ffmpeg', [...rawInput(clip, raw), join(folder, '%04d.png')]);
    const files = Array.from({ length: clip.count }, (_, at) =>
      join(folder, `${String(at + 1).padStart(4, '0')}.png`),
    );
    const rate = ['--fps', String(1000 / clip.delay), '-Q', String(quality), '-q'];
    return measureProgram(GIFSKI, [...rate, '-W', String(clip.width), '-o', out, ...files]);
  };

/** gifsicle shrinks an existing GIF; the cost includes both encoders. */
const thenGifsicle =
  (first: Encode, options: readonly string[]): Encode =>
  (clip, raw, out) => {
    const before = first(clip, raw, `${out}.first.gif`);
    const after = measureProgram('gifsicle', [...options, `${out}.first.gif`, '-o', out]);
    return {
      cpuMs: before.cpuMs + after.cpuMs,
      peakMb: Math.max(before.peakMb, after.peakMb),
    };
  };

const FRAMES_OWN = ['stats_mode=single', 'new=1:dither=none'] as const;
const framesOwn = withFfmpeg(...FRAMES_OWN);

export const ENCODERS: Record<string, { readonly program: string; readonly encode: Encode }> = {
  ...Object.fromEntries(
    Object.keys(OURS).map((name) => [name, { program: 'node', encode: inNode(name) }]),
  ),
  'gifenc shared': { program: 'node', encode: inNode('gifenc-shared') },
  'gifenc own': { program: 'node', encode: inNode('gifenc-own') },
  'ffmpeg default': {
    program: 'ffmpeg',
    encode: withFfmpeg('stats_mode=full', 'dither=sierra2_4a'),
  },
  'ffmpeg plain': { program: 'ffmpeg', encode: withFfmpeg('stats_mode=full', 'dither=none') },
  'ffmpeg own': { program: 'ffmpeg', encode: framesOwn },
  'ffmpeg own+sicle': { program: 'gifsicle', encode: thenGifsicle(framesOwn, ['-O3']) },
  'gifenc own+sicle': { program: 'gifsicle', encode: thenGifsicle(inNode('gifenc-own'), ['-O3']) },
  'gifenc+lossy40': {
    program: 'gifsicle',
    encode: thenGifsicle(inNode('gifenc-own'), ['-O3', '--lossy=40']),
  },
  'gifski 100': { program: GIFSKI, encode: withGifski(100) },
  'gifski 90': { program: GIFSKI, encode: withGifski(90) },
};

export function isInstalled(program: string): boolean {
  if (program === 'node') return true;
  return spawnSync(program, [program === 'ffmpeg' ? '-version' : '--version']).status === 0;
}

export const getSize = (file: string): number => readFileSync(file).length;

export function writeRaw(clip: Clip, file: string): Buffer {
  const frames = Array.from({ length: clip.count }, (_, at) => Buffer.from(clip.frame(at).buffer));
  const raw = Buffer.concat(frames);
  writeFileSync(file, raw);
  return raw;
}
