import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createGate } from '../../gate.ts';
import type { Codecs, Converted, ImageJob } from './job.ts';

export type ConvertLimits = {
  /** Pictures worked on at once. */
  atOnce: number;
  /** Pictures that may wait beside them. */
  waiting: number;
  /** Longest work on one picture, ms. */
  timeMs: number;
};

/** Too much work is waiting already. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/** No picture can be worked on here now (`cause`): nothing is known of this one. */
export class NoWorkerError extends Error {
  override name = 'NoWorkerError';
}

/** One at a time leaves the other core to the site, and memory to one decoder: about 450 MB at the pixel limit. */
const LIMITS: ConvertLimits = { atOnce: 1, waiting: 8, timeMs: 20_000 };

const compile = async (name: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(name))));

const loadCodecs = async (): Promise<Codecs> => {
  const [jpeg, png, webpIn, webpOut] = await Promise.all([
    compile('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
    compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
    compile('@jsquash/webp/codec/dec/webp_dec.wasm'),
    compile('@jsquash/webp/codec/enc/webp_enc_simd.wasm'),
  ]);
  return { jpeg, png, webpIn, webpOut };
};

let codecs: Promise<Codecs> | undefined;

const openWorker = (workerData: ImageJob): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    // Nothing of the process's environment or arguments concerns a decoder.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
  });

const work = (worker: Worker, timeMs: number): Promise<Converted> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new Error('took too long'))), timeMs);
    let isSettled = false;
    const settle = (act: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      void worker.terminate().then(act, act);
    };
    worker.once('message', (converted: Converted) => settle(() => resolve(converted)));
    worker.once('error', (error) => settle(() => reject(error)));
    worker.once('exit', () => settle(() => reject(new Error('the decoder gave up'))));
  });

export type Convert = (job: Omit<ImageJob, 'codecs'>) => Promise<Converted>;

/**
 * Re-encodes pictures, each in a thread of its own, few at a time. Rejects with {@link BusyError} when too many wait,
 * with {@link NoWorkerError} when none can be worked on, and with any other error when the picture cannot be read.
 */
export const createConverter = (
  { atOnce, waiting, timeMs }: ConvertLimits = LIMITS,
  open = openWorker,
): Convert => {
  const inTurn = createGate(atOnce, {
    waiting,
    refuse: () => new BusyError('too many pictures at once'),
  });
  const start = async (job: Omit<ImageJob, 'codecs'>): Promise<Worker> => {
    try {
      codecs ??= loadCodecs().catch((error: unknown) => {
        codecs = undefined;
        throw error;
      });
      return open({ ...job, codecs: await codecs });
    } catch (cause) {
      throw new NoWorkerError('no picture can be worked on', { cause });
    }
  };
  return (job) => inTurn(async () => work(await start(job), timeMs));
};

/** The process's own. */
export const convertImage = createConverter();
