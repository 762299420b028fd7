import type { Dpi, LabelData, PdfWriter, Scene, Template } from '@yunbiao/label';
import { listSheetPlaces, type Sheet } from '@yunbiao/label/sheet';
import { zlibSync } from 'fflate';
import { waitForEngine } from '../engine/engine.ts';
import type { JobControl } from '../engine/label-worker.ts';
import { createTimeSliceYielder } from '../engine/time-slices.ts';
import { LabelResolutionError, layOutWithAllGlyphs } from '../engine/complete-scene.ts';

/** Resolution of a PDF for office printers, dpi. */
const OFFICE_DPI: Dpi = 600;

export type PdfJob = {
  template: Template;
  rows: readonly LabelData[];
  /** Copies of each row. They follow each other. */
  copies: number;
  /** Resolution at which the rows were checked. */
  dpi: Dpi;
  /** Time for formulas. */
  at: string;
  /** Layout of labels on a sheet; null for one label per page. */
  sheet: Sheet | null;
  /** Number of positions on the first sheet that stay empty. */
  skipped: number;
  /** Draws cutting lines. */
  isOutlined: boolean;
  title: string;
};

/**
 * Collects labels into PDF pages: one label per page, or one sheet once all its positions are
 * filled.
 */
const createPdfPageCollector = (
  pdf: PdfWriter,
  { template, sheet, skipped, isOutlined }: PdfJob,
) => {
  const sheetPositions = sheet ? listSheetPlaces(sheet, template) : [];
  let at = sheet ? skipped : 0;
  let labels: { scene: Scene; xMm: number; yMm: number }[] = [];
  const finishSheet = (): Uint8Array[] => {
    if (!sheet || labels.length === 0) return [];
    const page = pdf.addSheet({ paper: sheet.paper, labels, isOutlined });
    labels = [];
    at = 0;
    return [page];
  };
  const addLabel = (scene: Scene): Uint8Array[] => {
    if (!sheet) return [pdf.addPage(scene)];
    labels.push({ scene, ...(sheetPositions[at] ?? { xMm: 0, yMm: 0 }) });
    at += 1;
    return at === sheetPositions.length ? finishSheet() : [];
  };
  return { add: addLabel, end: finishSheet };
};

const makePdfAtResolution = async (
  dpi: Dpi,
  job: PdfJob,
  { signal, onRow }: JobControl,
): Promise<Blob> => {
  const [engine, { createPdfWriter: createPdf }] = await Promise.all([
    waitForEngine(),
    import('@yunbiao/label'),
  ]);
  const pdf = createPdf({
    title: job.title,
    deflate: (bytes, level) => zlibSync(bytes, { level: level as 6 }),
  });
  const pages = createPdfPageCollector(pdf, job);
  const parts: Uint8Array[] = [];
  const { yieldIfDue: mayTakeTurn } = createTimeSliceYielder(signal);
  for (const [row, data] of job.rows.entries()) {
    const { template, at } = job;
    const scene = await layOutWithAllGlyphs(
      engine,
      { template, row: data, media: { dpi }, at },
      signal,
    );
    for (let copy = 0; copy < job.copies; copy += 1) {
      await mayTakeTurn(() => onRow(row));
      parts.push(...pages.add(scene));
    }
  }
  parts.push(...pages.end(), pdf.finish());
  return new Blob(parts as Uint8Array<ArrayBuffer>[], { type: 'application/pdf' });
};

/**
 * Creates a PDF with labels at their true size, in the calling thread; the page uses
 * `pdf-worker.ts`. Rejects with LabelDrawingError when a label cannot be drawn, or with the reason of
 * the signal when aborted.
 */
export const makePdf = async (job: PdfJob, work: JobControl): Promise<Blob> => {
  try {
    return await makePdfAtResolution(OFFICE_DPI, job, work);
  } catch (error) {
    // The minimum module of a code is a whole number of dots. A code that does not fit at this
    // resolution can fit at the resolution of the label printer.
    if (!(error instanceof LabelResolutionError) || job.dpi === OFFICE_DPI) throw error;
    return makePdfAtResolution(job.dpi, job, work);
  }
};
