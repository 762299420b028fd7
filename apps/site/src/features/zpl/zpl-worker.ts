// Reads ZPL, draws its labels and makes templates of them, off the page's thread. Only this file loads the reader.
import { ZPL_TEMPLATE_LIMITS } from '@yunbiao/contract/zpl-template';
import { bitmapToPng, type Deflate, type Fonts, loadFonts } from '@yunbiao/label';
import {
  drawZpl,
  readZpl,
  templateOfZpl,
  ZPL_LIMITS,
  type ZplLabel,
  type ZplStream,
} from '@yunbiao/label/zpl';
import { zlibSync } from 'fflate';
import { fetchFonts, type FontStore } from '../../kit/label/font-store.ts';
import type { FromWorker, Source, ToWorker } from './messages.ts';

const say = (message: FromWorker): void => self.postMessage(message);

const deflate: Deflate = (bytes, level) => zlibSync(bytes, { level: level as 6 });

/** For outlines to come; then the label is drawn again, as often as `TRIES` says. */
const ARRIVAL_MS = 10_000;
const TRIES = 3;

type Ready = { fonts: Fonts; store: FontStore };

let ready: Promise<Ready> | undefined;
let onArrival: () => void = () => undefined;

const load = async (): Promise<Ready> => {
  const store = await fetchFonts(
    (share) => say({ kind: 'share', share }),
    () => onArrival(),
  );
  return { fonts: loadFonts(store), store };
};

const readyFonts = (): Promise<Ready> =>
  (ready ??= load().catch((error: unknown) => {
    // The next label asks for them again.
    ready = undefined;
    throw error;
  }));

const nextArrival = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ARRIVAL_MS);
    onArrival = () => {
      clearTimeout(timer);
      resolve();
    };
  });

/** What was read last; labels of anything before it are nobody's any more. */
let current: { id: number; stream: ZplStream } | undefined;

/** One more than is read tells that there was more. */
const toBytes = async (source: Source): Promise<string | Uint8Array> =>
  typeof source === 'string'
    ? source
    : new Uint8Array(await source.slice(0, ZPL_LIMITS.bytes + 1).arrayBuffer());

const read = async ({ id, source, head }: Extract<ToWorker, { kind: 'read' }>): Promise<void> => {
  current = undefined;
  const bytes = await toBytes(source).catch(() => null);
  if (bytes === null) return say({ kind: 'failed', id, what: 'source' });
  const stream = readZpl(bytes, head);
  current = { id, stream };
  const { total, notices } = stream;
  const labels = stream.labels.map(({ widthDots, heightDots, copies, line }) => {
    return { widthDots, heightDots, copies, line };
  });
  say({ kind: 'read', id, dpi: head.dpi, total, labels, notices });
};

type Job = { id: number; index: number; label: ZplLabel; stream: ZplStream };

const draw = async ({ id, index, label, stream }: Job): Promise<void> => {
  const { fonts, store } = await readyFonts();
  for (let tries = 1; current?.id === id; tries += 1) {
    store.wasBlank();
    const { bitmap, notices } = drawZpl(label, { fonts, lines: stream.lines });
    const isWhole = !store.wasBlank();
    const arrived = isWhole ? undefined : nextArrival();
    const png = bitmapToPng(bitmap, deflate, { dpi: label.dpi });
    const file = new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' });
    say({ kind: 'drawn', id, index, drawn: { png: file, notices, isWhole } });
    if (isWhole || tries === TRIES) return;
    await arrived;
  }
};

const make = async ({ id, index, label, stream }: Job): Promise<void> => {
  const { fonts } = await readyFonts();
  const { template, notices } = templateOfZpl(label, {
    fonts,
    lines: stream.lines,
    limits: ZPL_TEMPLATE_LIMITS,
    deflate,
  });
  const json = template === undefined ? null : `${JSON.stringify(template, null, 2)}\n`;
  say({ kind: 'made', id, index, made: { json, notices } });
};

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** One after the other; between two, whoever asked may have asked for something else. */
const run = async (message: ToWorker): Promise<void> => {
  await nextTask();
  if (message.kind === 'read') return message.id === latest ? read(message) : undefined;
  const { kind, id, index } = message;
  const label = current?.stream.labels[index];
  if (current?.id !== id || label === undefined) return;
  const job = { id, index, label, stream: current.stream };
  await (kind === 'draw' ? draw(job) : make(job)).catch(() =>
    say({ kind: 'failed', id, what: 'fonts' }),
  );
};

let latest = 0;
let queue = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'read') latest = data.id;
  queue = queue.then(() => run(data));
};
