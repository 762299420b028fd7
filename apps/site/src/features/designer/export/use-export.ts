import type { ExportKind } from './export-kinds.ts';
import type { Dpi, LabelData, Template } from '@yunbiao/label';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatLocalMinute } from '../../../kit/label/use-clock.ts';
import { toSafeFileName, saveFile } from '../../../kit/page/save-file.ts';
import { type JobControl, runLabelWorker } from '../../../kit/label/engine/label-worker.ts';
import type { Exported, ExportJob } from './export-worker.ts';
import { describeLeftOut, type Refusal } from './refusal.ts';
import type { Labels, SplitRows } from './split-rows.ts';

export type Subject = {
  name: string;
  template: Template;
  rows: readonly LabelData[];
  dpi: Dpi;
};

/** Export in progress: its kind, and the number of finished rows. */
export type Progress = { what: ExportKind; done: number; count: number; isSlow: boolean };

/** Delay before progress is shown for a single label, ms. */
const SLOW_MS = 400;

/** Printable rows for the PDF dialog, which first asks for the paper. */
export type PdfJob = Labels & { name: string; leftOut: number };

/** Maximum number of pages per browser print: the browser holds all of them in memory. */
const MAX_PAGES = 500;

const createExportWorker = (): Worker =>
  new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });

const runExport = (job: ExportJob, work: JobControl): Promise<Exported> =>
  runLabelWorker<Exported, ExportJob>(createExportWorker, job, work);

const buildPdfJob = (name: string, labels: Labels, skipped: SplitRows['skipped']): PdfJob => {
  const out = new Set(skipped.map(({ at }) => at));
  const goodRows = labels.rows.filter((_, place) => !out.has(place));
  return { ...labels, rows: goodRows, name, leftOut: skipped.length };
};

const describeError = (error: unknown): string => {
  const isForMember = error instanceof Error && /^Label(Drawing|Resolution)Error$/.test(error.name);
  return isForMember ? error.message : '导出失败，检查网络后重试';
};

const createRefusal = (message: string): Refusal => ({
  level: 'error',
  message,
  elementId: null,
  row: null,
});

const TOO_MANY_PAGES = createRefusal(
  `浏览器一次最多打印 ${MAX_PAGES} 张，先选一部分行，或者导出 PDF`,
);

const saveExport = (
  kind: Exclude<ExportKind, 'pdf' | 'browser'>,
  name: string,
  file: Blob,
  count: number,
) => {
  const called = toSafeFileName(name);
  const countSuffix = count > 1 ? ` ${count} 张` : '';
  const ending = kind === 'png' && countSuffix ? 'zip' : kind;
  const fileName = `${called}${countSuffix}.${ending}`;
  saveFile(file, fileName);
  toast.success(`已保存“${fileName}”`);
};

/** Makes one file at a time. Another export or leaving the page aborts the previous one. */
export const useLabelExport = (onRefused: (refusal: Refusal | null) => void) => {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [forPdf, setForPdf] = useState<PdfJob | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const exportLabels = async (
    kind: ExportKind,
    { name, template, rows, dpi }: Subject,
  ): Promise<void> => {
    if (kind === 'browser' && rows.length > MAX_PAGES) return onRefused(TOO_MANY_PAGES);
    onRefused(null);
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProgress({ what: kind, done: 0, count: rows.length, isSlow: false });
    const onRow = (done: number): void => setProgress((now) => now && { ...now, done });
    const work = { signal: controller.signal, onRow };
    const labels: Labels = { template, dpi, rows, at: formatLocalMinute(new Date()) };
    const slow = setTimeout(() => setProgress((now) => now && { ...now, isSlow: true }), SLOW_MS);
    try {
      const { skipped, files } = await runExport({ ...labels, what: kind }, work);
      const count = rows.length - skipped.length;
      onRefused(describeLeftOut(template, rows, skipped));
      if (count === 0) return;
      const [file] = files;
      if (kind === 'pdf') setForPdf(buildPdfJob(name, labels, skipped));
      else if (kind === 'browser') {
        const { printInBrowser } = await import('./browser-print.ts');
        await printInBrowser(template, files, controller.signal);
      } else if (file) saveExport(kind, name, file, count);
    } catch (error) {
      if (controller.signal.aborted) return;
      onRefused(createRefusal(describeError(error)));
    } finally {
      clearTimeout(slow);
      if (running.current === controller) setProgress(null);
    }
  };
  return {
    progress,
    forPdf,
    run: exportLabels,
    cancel: () => {
      running.current?.abort();
      setProgress(null);
    },
    closePdf: useCallback(() => setForPdf(null), []),
  };
};
