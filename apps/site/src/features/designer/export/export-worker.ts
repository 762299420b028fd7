// Worker that makes export files. Only this file imports the encoders.
import type { LabelData } from '@yunbiao/label';
import { serveWorkerJob } from '../../../kit/label/engine/serve-label-worker.ts';
import type { JobControl } from '../../../kit/label/engine/label-worker.ts';
import { makePngFile, renderLabelPngs, createPrinterCommandFile } from './make-files.ts';
import { type Labels, type SplitRows, splitPrintableRows } from './split-rows.ts';
import type { ExportKind } from './export-kinds.ts';

export type ExportJob = Labels & { what: ExportKind };

/**
 * `files`: one file, one picture per row for the browser's print, none for a PDF (made elsewhere)
 * or without printable rows.
 */
export type Exported = Pick<SplitRows, 'skipped'> & { files: Blob[] };

const createPngBlobs = async (labels: Labels, work: JobControl): Promise<Blob[]> => {
  const pictures: Blob[] = [];
  for await (const png of renderLabelPngs(labels, work))
    pictures.push(new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' }));
  return pictures;
};

const createExportFiles = async (
  exportKind: ExportKind,
  labels: Labels,
  work: JobControl,
): Promise<Blob[]> => {
  switch (exportKind) {
    case 'pdf':
      return [];
    case 'browser':
      return createPngBlobs(labels, work);
    case 'png':
      return [await makePngFile(labels, work)];
    case 'zpl':
    case 'tspl':
      return [await createPrinterCommandFile(exportKind, labels, work)];
  }
};

serveWorkerJob(async ({ what, ...labels }: ExportJob, work: JobControl): Promise<Exported> => {
  const { printable, skipped } = await splitPrintableRows(labels, work);
  const rows: readonly LabelData[] = printable;
  return {
    skipped,
    files: rows.length > 0 ? await createExportFiles(what, { ...labels, rows }, work) : [],
  };
});
