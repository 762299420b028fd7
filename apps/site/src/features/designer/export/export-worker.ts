// Makes the designer's files off the page's thread. Only this file loads what makes them.
import type { LabelData } from '@yunbiao/label';
import { serveJob } from '../../../kit/label/off-page-worker.ts';
import type { Work } from '../../../kit/label/off-page.ts';
import { pngFile, toPngs, printerFile } from './make-files.ts';
import { type Labels, type SortedOut, sortOut } from './sort-out.ts';
import type { What } from './use-export.ts';

export type ExportJob = Labels & { what: What };

/** `files`: one, a picture each for the browser's print, none for a PDF, which is made elsewhere, and without a good row. */
export type Exported = Pick<SortedOut, 'left'> & { files: Blob[] };

const listPictures = async (labels: Labels, work: Work): Promise<Blob[]> => {
  const pictures: Blob[] = [];
  for await (const png of toPngs(labels, work))
    pictures.push(new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' }));
  return pictures;
};

const listFiles = async (what: What, labels: Labels, work: Work): Promise<Blob[]> => {
  switch (what) {
    case 'pdf':
      return [];
    case 'browser':
      return listPictures(labels, work);
    case 'png':
      return [await pngFile(labels, work)];
    case 'zpl':
    case 'tspl':
      return [await printerFile(what, labels, work)];
  }
};

serveJob(async ({ what, ...labels }: ExportJob, work: Work): Promise<Exported> => {
  const { good, left } = await sortOut(labels, work);
  const rows: readonly LabelData[] = good;
  return { left, files: rows.length > 0 ? await listFiles(what, { ...labels, rows }, work) : [] };
});
