import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../../semaphore.ts';
import type { Codecs, Converted, ImageJob } from './job.ts';

export type ConvertLimits = {
  /** Maximum number of concurrent conversions. */
  atOnce: number;
  /** Maximum length of the queue. */
  waiting: number;
  /** Timeout per picture, ms. */
  timeMs: number;
};

/** The queue is full. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/** No worker can be started (`cause`); the picture itself may be valid. */
export class NoWorkerError extends Error {
  override name = 'NoWorkerError';
}

/**
 * A single conversion leaves the other core to the site and limits memory to one decoder: about 450
 * MB at the pixel limit.
 */
const LIMITS: ConvertLimits = { atOnce: 1, waiting: 8, timeMs: 20_000 };

const compileWasmModule = async (name: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(name))));

const loadCodecs = async (): Promise<Codecs> => {
  const [jpeg, png, webpIn, webpOut] = await Promise.all([
    compileWasmModule('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
    compileWasmModule('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
    compileWasmModule('@jsquash/webp/codec/dec/webp_dec.wasm'),
    compileWasmModule('@jsquash/webp/codec/enc/webp_enc_simd.wasm'),
  ]);
  return { jpeg, png, webpIn, webpOut };
};

let codecs: Promise<Codecs> | undefined;

const openWorker = (workerData: ImageJob): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    // Decoders need neither the environment nor the arguments of the process.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
  });

const awaitConversion = (worker: Worker, timeMs: number): Promise<Converted> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => finishConversion(() => reject(new Error('took too long'))),
      timeMs,
    );
    let isSettled = false;
    const finishConversion = (act: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      void worker.terminate().then(act, act);
    };
    worker.once('message', (conversion: Converted) => finishConversion(() => resolve(conversion)));
    worker.once('error', (error) => finishConversion(() => reject(error)));
    worker.once('exit', () => finishConversion(() => reject(new Error('the decoder gave up'))));
  });

export type Convert = (job: Omit<ImageJob, 'codecs'>) => Promise<Converted>;

/**
 * Re-encodes pictures in worker threads with limited concurrency. Rejects with {@link BusyError}
 * when the queue is full, with {@link NoWorkerError} when no worker can start, and with any other
 * error when the picture cannot be decoded.
 */
export const createImageConverter = (
  { atOnce, waiting, timeMs }: ConvertLimits = LIMITS,
  open = openWorker,
): Convert => {
  const inTurn = createSemaphore(atOnce, {
    waiting,
    createRefusal: () => new BusyError('too many pictures at once'),
  });
  const startConversionWorker = async (job: Omit<ImageJob, 'codecs'>): Promise<Worker> => {
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
  return (job) => inTurn(async () => awaitConversion(await startConversionWorker(job), timeMs));
};

/** Shared converter of the process. */
export const convertImage = createImageConverter();
