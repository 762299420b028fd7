// Reads the codes of one label after the other, off the page's thread, with a decoder that only this file loads.
import { type CodeGrade, gradeCode, type ReadImage, type ScanCode } from '@yunbiao/label/scan';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

export type ToWorker = { id: number; codes: readonly ScanCode[] };
/** `grades` is missing when the decoder could not be had. */
export type FromWorker = { id: number; grades?: readonly CodeGrade[] };

/** Fetched here: left to itself, the module would ask a CDN and complain in the console. */
const prepare = async (): Promise<void> => {
  const response = await fetch(decoderUrl);
  if (!response.ok) throw new Error(`decoder: HTTP ${response.status}`);
  const wasmBinary = await response.arrayBuffer();
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
};
let prepared: Promise<void> | undefined;

const read: ReadImage = async ({ data, width, height }, options) => {
  const found = await readBarcodes(new ImageData(data, width, height), {
    tryHarder: true,
    tryInvert: false,
    ...options,
  });
  return found.map(({ text }) => text);
};

let latest = 0;
const say = (message: FromWorker): void => self.postMessage(message);
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const run = async ({ id, codes }: ToWorker): Promise<void> => {
  await (prepared ??= prepare().catch((error: unknown) => {
    // The next label asks for it again.
    prepared = undefined;
    throw error;
  }));
  const grades: CodeGrade[] = [];
  for (const code of codes) {
    grades.push(await gradeCode(code, read));
    // Whoever asked may have asked again meanwhile.
    await nextTask();
    if (latest !== id) return;
  }
  say({ id, grades });
};

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  latest = data.id;
  run(data).catch(() => say({ id: data.id }));
};
