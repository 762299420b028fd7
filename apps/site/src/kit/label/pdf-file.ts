import type { Dpi, LabelData, PdfWriter, Scene, Template } from '@yunbiao/label';
import { sheetPlaces, type Sheet } from '@yunbiao/label/sheet';
import { zlibSync } from 'fflate';
import { readyEngine } from './engine.ts';
import type { Work } from './off-page.ts';
import { createTurns } from './turns.ts';
import { RowRefused, wholeScene } from './whole-scene.ts';

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
  const { mayTakeTurn } = createTurns(signal);
  for (const [row, data] of job.rows.entries()) {
    const { template, at } = job;
    const scene = await wholeScene(engine, { template, row: data, media: { dpi }, at }, signal);
    for (let copy = 0; copy < job.copies; copy += 1) {
      await mayTakeTurn(() => onRow(row));
      parts.push(...pages.add(scene));
    }
  }
  parts.push(...pages.end(), pdf.end());
  return new Blob(parts as Uint8Array<ArrayBuffer>[], { type: 'application/pdf' });
};

/**
 * Labels as a PDF at their true size, made where this is called: for the page, in `pdf-worker.ts`. Rejects with LabelsRefused when one
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
