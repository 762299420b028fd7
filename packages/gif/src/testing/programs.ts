import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isInstalled = (program: string, option: string): boolean =>
  spawnSync(program, [option]).status === 0;

export const hasGifsicle = isInstalled('gifsicle', '--version');
export const hasFfmpeg = isInstalled('ffmpeg', '-version') && isInstalled('ffprobe', '-version');

function runTool(program: string, args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 2 ** 28 });
  const complaint = stderr.toString().trim();
  if (status !== 0 || complaint !== '') throw new Error(`${program}: ${complaint}`);
  return stdout;
}

function runWithFile<Result>(bytes: Uint8Array, work: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'gif-'));
  try {
    const file = join(folder, 'one.gif');
    writeFileSync(file, bytes);
    return work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Told {
  readonly width: number;
  readonly height: number;
  /** ms */
  readonly delays: readonly number[];
}

/** What gifsicle reports of a file; throws on any warning. `loop` is gifsicle's own text. */
export function runGifsicle(bytes: Uint8Array): Told & { readonly loop: string } {
  const text = runWithFile(bytes, (file) => runTool('gifsicle', ['--info', file]).toString());
  const [, width, height] = /logical screen (\d+)x(\d+)/.exec(text) ?? [];
  const images = text.split('+ image #').slice(1);
  return {
    width: Number(width),
    height: Number(height),
    delays: images.map((image) => Math.round(Number(/delay ([\d.]+)s/.exec(image)?.[1]) * 1000)),
    loop: /^ {2}loop (.+)$/m.exec(text)?.[1] ?? 'once',
  };
}

/** What ffprobe reports of a file, and each frame as ffmpeg decodes it, RGBA. */
export function runFfmpeg(bytes: Uint8Array): Told & { readonly frames: readonly Buffer[] } {
  return runWithFile(bytes, (file) => {
    const entries = 'stream=width,height:packet=duration_time';
    const probe = ['-v', 'warning', '-show_entries', entries, '-of', 'json', file];
    const { streams, packets } = JSON.parse(runTool('ffprobe', probe).toString()) as {
      streams: { width: number; height: number }[];
      packets: { duration_time: string }[];
    };
    const { width = 0, height = 0 } = streams[0] ?? {};
    const decode = ['-v', 'warning', '-i', file, '-fps_mode', 'passthrough', '-pix_fmt', 'rgba'];
    const all = runTool('ffmpeg', [...decode, '-f', 'rawvideo', '-']);
    const size = width * height * 4;
    const frames = Array.from({ length: all.length / size }, (_, at) =>
      all.subarray(at * size, at * size + size),
    );
    const delays = packets.map(({ duration_time: seconds }) => Math.round(Number(seconds) * 1000));
    return { width, height, delays, frames };
  });
}
