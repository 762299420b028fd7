import type { Dpi, LabelData, PdfWriter, Scene, Template } from '@yunbiao/label';
import { sheetPlaces, type Sheet } from '@yunbiao/label/sheet';
import { zlibSync } from 'fflate';
import { type LabelEngine, onEngineState, readyEngine } from './engine.ts';

/** Longest stretch of work before the page gets its turn, ms. */
const SLICE_MS = 12;
/** For outlines and encoders to come; then the label is laid out again, as often as `TRIES` says. */
const ARRIVAL_MS = 10_000;
const TRIES = 3;
/** Of office printers. */
const FINE: Dpi = 600;

export type PdfJob = {
  template: Template;
  rows: readonly LabelData[];
  /** Of each row, one after the other. */
  copies: number;
  /** What the rows were checked at. */
  dpi: Dpi;
  /** When formulas are worked out. */
  at: string;
  /** How labels lie on a sheet; null: a page a label. */
  sheet: Sheet | null;
  /** Places of the first sheet that stay empty. */
  skipped: number;
  /** With lines to cut along. */
  isOutlined: boolean;
  title: string;
};

type Work = {
  signal: AbortSignal;
  /** Told how many rows are done. */
  onRow: (done: number) => void;
};

/** Why there is no file, in words for the member. */
export class PdfRefused extends Error {
  override readonly name = 'PdfRefused';
}

/** Something of a label cannot be drawn at this resolution. */
class RowRefused extends PdfRefused {}

const yieldToPage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const nextArrival = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = onEngineState(done);
    const timer = setTimeout(done, ARRIVAL_MS);
    signal.addEventListener('abort', done);
  });

/** Throws RowRefused where something would be left out. */
const layOut = async (
  { template, at }: PdfJob,
  row: LabelData,
  dpi: Dpi,
  { engine, signal }: { engine: LabelEngine; signal: AbortSignal },
): Promise<Scene> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { scene, isWhole } = engine.scene(template, row, { dpi }, at);
    if (isWhole) {
      const wrong = scene.warnings.find(({ level }) => level === 'error');
      if (wrong) throw new RowRefused(wrong.message);
      return scene;
    }
    await nextArrival(signal);
    signal.throwIfAborted();
  }
  throw new PdfRefused('有的字形没有取到，检查网络后再试');
};

/** Pages as their labels come: one each, or a sheet when it is full. */
const createPages = (pdf: PdfWriter, { template, sheet, skipped, isOutlined }: PdfJob) => {
  const places = sheet ? sheetPlaces(sheet, template) : [];
  let at = sheet ? skipped : 0;
  let labels: { scene: Scene; xMm: number; yMm: number }[] = [];
  const end = (): Uint8Array[] => {
    if (!sheet || labels.length === 0) return [];
    const page = pdf.sheet({ paper: sheet.paper, labels, isOutlined });
    labels = [];
    at = 0;
    return [page];
  };
  const add = (scene: Scene): Uint8Array[] => {
    if (!sheet) return [pdf.page(scene)];
    labels.push({ scene, ...(places[at] ?? { xMm: 0, yMm: 0 }) });
    at += 1;
    return at === places.length ? end() : [];
  };
  return { add, end };
};

const makeAt = async (dpi: Dpi, job: PdfJob, { signal, onRow }: Work): Promise<Blob> => {
  const [engine, { createPdf }] = await Promise.all([readyEngine(), import('@yunbiao/label')]);
  const pdf = createPdf({
    title: job.title,
    deflate: (bytes, level) => zlibSync(bytes, { level: level as 6 }),
  });
  const pages = createPages(pdf, job);
  const parts: Uint8Array[] = [];
  let until = performance.now() + SLICE_MS;
  const takeTurns = async (row: number): Promise<void> => {
    if (performance.now() > until) {
      onRow(row);
      await yieldToPage();
      until = performance.now() + SLICE_MS;
    }
    signal.throwIfAborted();
  };
  for (const [row, data] of job.rows.entries()) {
    const scene = await layOut(job, data, dpi, { engine, signal });
    for (let copy = 0; copy < job.copies; copy += 1) {
      await takeTurns(row);
      parts.push(...pages.add(scene));
    }
  }
  parts.push(...pages.end(), pdf.end());
  return new Blob(parts as Uint8Array<ArrayBuffer>[], { type: 'application/pdf' });
};

/**
 * Labels as a PDF at their true size, made in this page in short stretches of work. Rejects with PdfRefused when one
 * cannot be drawn, and with the signal's reason when it is given up.
 */
export const makePdf = async (job: PdfJob, work: Work): Promise<Blob> => {
  try {
    return await makeAt(FINE, job, work);
  } catch (error) {
    // A code at the limit: the least module is a whole dot, and a smaller one where dots are larger.
    if (!(error instanceof RowRefused) || job.dpi === FINE) throw error;
    return makeAt(job.dpi, job, work);
  }
};
