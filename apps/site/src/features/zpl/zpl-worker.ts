// Worker that reads ZPL, draws labels and creates templates. Only this file imports the reader.
import { ZPL_TEMPLATE_LIMITS } from '@yunbiao/contract/printing/zpl-template';
import { bitmapToPng, type Deflate, type Fonts, loadFonts } from '@yunbiao/label';
import {
  drawZpl,
  readZpl,
  buildTemplateFromZpl,
  ZPL_LIMITS,
  type ZplLabel,
  type ZplStream,
} from '@yunbiao/label/zpl';
import { zlibSync } from 'fflate';
import { fetchFonts, type FontStore } from '../../kit/label/engine/font-store.ts';
import type { FromWorker, Source, ToWorker } from './messages.ts';

const postToPage = (message: FromWorker): void => self.postMessage(message);

const deflate: Deflate = (bytes, level) => zlibSync(bytes, { level: level as 6 });

/**
 * Timeout for loading glyphs, ms. After each timeout the label is drawn again, at most `TRIES`
 * times.
 */
const LOAD_TIMEOUT_MS = 10_000;
const TRIES = 3;

type Ready = { fonts: Fonts; store: FontStore };

let ready: Promise<Ready> | undefined;
let onArrival: () => void = () => undefined;

const loadFontStore = async (): Promise<Ready> => {
  const store = await fetchFonts(
    (share) => postToPage({ kind: 'share', share }),
    () => onArrival(),
  );
  return { fonts: loadFonts(store), store };
};

const prepareFonts = (): Promise<Ready> =>
  (ready ??= loadFontStore().catch((error: unknown) => {
    // The next label tries to load them again.
    ready = undefined;
    throw error;
  }));

const waitForGlyphs = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LOAD_TIMEOUT_MS);
    onArrival = () => {
      clearTimeout(timer);
      resolve();
    };
  });

/** The current stream. Requests for older ones are ignored. */
let current: { id: number; stream: ZplStream } | undefined;

/** Reads the bytes of a source, one beyond the limit to detect that there are more. */
const readSourceBytes = async (source: Source): Promise<string | Uint8Array> =>
  typeof source === 'string'
    ? source
    : new Uint8Array(await source.slice(0, ZPL_LIMITS.bytes + 1).arrayBuffer());

const readAndPostZplLabels = async ({
  id,
  source,
  head,
}: Extract<ToWorker, { kind: 'read' }>): Promise<void> => {
  current = undefined;
  const bytes = await readSourceBytes(source).catch(() => null);
  if (bytes === null) return postToPage({ kind: 'failed', id, what: 'source' });
  const stream = readZpl(bytes, head);
  current = { id, stream };
  const { total, notices } = stream;
  const labels = stream.labels.map(({ widthDots, heightDots, copies, line }) => {
    return { widthDots, heightDots, copies, line };
  });
  postToPage({ kind: 'read', id, dpi: head.dpi, total, labels, notices });
};

type Job = { id: number; index: number; label: ZplLabel; stream: ZplStream };

const drawZplLabel = async ({ id, index, label, stream }: Job): Promise<void> => {
  const { fonts, store } = await prepareFonts();
  for (let tries = 1; current?.id === id; tries += 1) {
    store.consumeMissingGlyphs();
    const { bitmap, notices } = drawZpl(label, { fonts, lines: stream.lines });
    const isWhole = !store.consumeMissingGlyphs();
    const arrived = isWhole ? undefined : waitForGlyphs();
    const png = bitmapToPng(bitmap, deflate, { dpi: label.dpi });
    const file = new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' });
    postToPage({ kind: 'drawn', id, index, drawn: { png: file, notices, isWhole } });
    if (isWhole || tries === TRIES) return;
    await arrived;
  }
};

const makeZplTemplate = async ({ id, index, label, stream }: Job): Promise<void> => {
  const { fonts } = await prepareFonts();
  const { template, notices } = buildTemplateFromZpl(label, {
    fonts,
    lines: stream.lines,
    limits: ZPL_TEMPLATE_LIMITS,
    deflate,
  });
  const json = template === undefined ? null : `${JSON.stringify(template, null, 2)}\n`;
  postToPage({ kind: 'made', id, index, made: { json, notices } });
};

const waitForNextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Handles messages in order. Yields in between, so that newer requests can replace older ones. */
const handlePageMessage = async (message: ToWorker): Promise<void> => {
  await waitForNextTask();
  if (message.kind === 'read')
    return message.id === latest ? readAndPostZplLabels(message) : undefined;
  const { kind, id, index } = message;
  const label = current?.stream.labels[index];
  if (current?.id !== id || label === undefined) return;
  const job = { id, index, label, stream: current.stream };
  await (kind === 'draw' ? drawZplLabel(job) : makeZplTemplate(job)).catch(() =>
    postToPage({ kind: 'failed', id, what: 'fonts' }),
  );
};

let latest = 0;
let queue = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'read') latest = data.id;
  queue = queue.then(() => handlePageMessage(data));
};
