// Worker that decodes the codes of labels, one label at a time. Only this file imports the decoder.
import {
  type CodeGrade,
  gradeCodeReadability,
  type ReadImage,
  type ScanCode,
} from '@yunbiao/label/scan';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

export type ToWorker = { id: number; codes: readonly ScanCode[] };
/** `grades` is missing when the decoder could not be loaded. */
export type FromWorker = { id: number; grades?: readonly CodeGrade[] };

/** Loads the WebAssembly file here. By default the module loads it from a CDN and logs an error. */
const loadDecoderModule = async (): Promise<void> => {
  const response = await fetch(decoderUrl);
  if (!response.ok) throw new Error(`decoder: HTTP ${response.status}`);
  const wasmBinary = await response.arrayBuffer();
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
};
let prepared: Promise<void> | undefined;

const readBarcodeTexts: ReadImage = async ({ data, width, height }, options) => {
  const barcodes = await readBarcodes(new ImageData(data, width, height), {
    tryHarder: true,
    tryInvert: false,
    ...options,
  });
  return barcodes.map(({ text }) => text);
};

let latest = 0;
const postToPage = (message: FromWorker): void => self.postMessage(message);
const waitForNextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const scanCodes = async ({ id, codes }: ToWorker): Promise<void> => {
  await (prepared ??= loadDecoderModule().catch((error: unknown) => {
    // The next label tries to load it again.
    prepared = undefined;
    throw error;
  }));
  const grades: CodeGrade[] = [];
  for (const code of codes) {
    grades.push(await gradeCodeReadability(code, readBarcodeTexts));
    // The page may have sent a newer request in the meantime.
    await waitForNextTask();
    if (latest !== id) return;
  }
  postToPage({ id, grades });
};

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  latest = data.id;
  scanCodes(data).catch(() => postToPage({ id: data.id }));
};
