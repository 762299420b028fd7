import type { ExportKind } from './export-kinds.ts';
import type { Dpi, LabelData, Template } from '@yunbiao/label';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatLocalMinute } from '../../../kit/label/use-clock.ts';
import { toSafeFileName, saveFile } from '../../../kit/page/save-file.ts';
import { type JobControl, runLabelWorker } from '../../../kit/label/engine/label-worker.ts';
import type { Exported, ExportJob } from './export-worker.ts';
import { createRefusal, describeLeftOut, type Refusal } from './refusal.ts';
import {
  assignSerialNumbers,
  describeOtherNumbers,
  describeReservation,
  hasSerialNumbers,
} from './serial-numbers.ts';
import type { Labels, SkippedRow } from './split-rows.ts';
import { useSerialReservation } from './use-serial-reservation.ts';

export type Subject = {
  name: string;
  template: Template;
  rows: readonly LabelData[];
  dpi: Dpi;
  /** Shows numbers of the sample: none are taken. */
  isSample?: boolean;
};

/** All rows of an export, and those that were left out before the numbers were taken. */
type CheckedRows = { rows: readonly LabelData[]; skipped: readonly SkippedRow[] };

const omitSkippedRows = ({ rows, skipped }: CheckedRows): LabelData[] => {
  const out = new Set(skipped.map(({ at }) => at));
  return rows.filter((_, place) => !out.has(place));
};

/** Adds rows that were left out of the others; their places are those among all rows. */
const addSkippedRows = (
  { rows, skipped }: CheckedRows,
  more: readonly SkippedRow[],
): SkippedRow[] => {
  const out = new Set(skipped.map(({ at }) => at));
  const places = rows.flatMap((_, place) => (out.has(place) ? [] : [place]));
  return [...skipped, ...more.map((row) => ({ ...row, at: places[row.at] ?? row.at }))].toSorted(
    (a, b) => a.at - b.at,
  );
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

const describeError = (error: unknown): string => {
  const isForMember = error instanceof Error && /^Label(Drawing|Resolution)Error$/.test(error.name);
  return isForMember ? error.message : '导出失败，检查网络后重试';
};

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

type OnRefused = (refusal: Refusal | null) => void;

/** Undefined when the job failed or was aborted. */
type RunJob = <T>(
  what: ExportKind,
  count: number,
  job: (work: JobControl) => Promise<T>,
) => Promise<T | undefined>;

/** Runs one job at a time. Another job or leaving the page aborts the previous one. */
const useTrackedJob = (onRefused: OnRefused) => {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const runJob: RunJob = async (what, count, job) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProgress({ what, done: 0, count, isSlow: false });
    const onRow = (done: number): void => setProgress((now) => now && { ...now, done });
    const slow = setTimeout(() => setProgress((now) => now && { ...now, isSlow: true }), SLOW_MS);
    try {
      const result = await job({ signal: controller.signal, onRow });
      return controller.signal.aborted ? undefined : result;
    } catch (error) {
      if (!controller.signal.aborted) onRefused(createRefusal(describeError(error)));
      return undefined;
    } finally {
      clearTimeout(slow);
      if (running.current === controller) setProgress(null);
    }
  };
  const cancel = (): void => {
    running.current?.abort();
    setProgress(null);
  };
  return { progress, runJob, cancel };
};

type MakeFiles = (
  kind: ExportKind,
  name: string,
  labels: Labels,
  checked?: CheckedRows,
) => Promise<void>;

/** Makes the files of labels, and says which rows are not in them. */
const createFileMaker =
  (
    runJob: RunJob,
    { onRefused, onPdf }: { onRefused: OnRefused; onPdf: (job: PdfJob) => void },
  ): MakeFiles =>
  (kind, name, labels, checked = { rows: labels.rows, skipped: [] }) =>
    runJob(kind, labels.rows.length, async (work) => {
      const { skipped, files } = await runExport({ ...labels, what: kind }, work);
      const { rows, template } = labels;
      const count = rows.length - skipped.length;
      const leftOut = addSkippedRows(checked, skipped);
      onRefused(describeLeftOut(template, checked.rows, leftOut));
      if (count === 0) return;
      const [file] = files;
      if (kind === 'pdf') {
        const goodRows = omitSkippedRows({ rows, skipped });
        onPdf({ ...labels, rows: goodRows, name, leftOut: leftOut.length });
      } else if (kind === 'browser') {
        const { printInBrowser } = await import('./browser-print.ts');
        await printInBrowser(template, files, work.signal);
      } else if (file) saveExport(kind, name, file, count);
    });

/**
 * Exports labels with serial numbers that the server reserves after a question. Rows that cannot be
 * printed take no numbers.
 */
const useSerialExport = (runJob: RunJob, makeFiles: MakeFiles, onRefused: OnRefused) => {
  const { refuse, preview, reserve } = useSerialReservation();
  return async (kind: ExportKind, { name, template, rows, dpi }: Subject): Promise<void> => {
    const refusal = await refuse(template, rows.length);
    if (refusal) return onRefused(refusal);
    const next = await preview();
    if (!next) return;
    const labels = { template, dpi, at: formatLocalMinute(new Date()) };
    const withNext = { ...labels, rows: assignSerialNumbers(template, next, rows) };
    const check = await runJob(kind, rows.length, (work) =>
      runExport({ ...withNext, what: 'pdf' }, work),
    );
    if (!check) return;
    const checked = { rows, skipped: check.skipped };
    const goodRows = omitSkippedRows(checked);
    if (goodRows.length === 0) return onRefused(describeLeftOut(template, rows, check.skipped));
    if (!(await showConfirmDialog(describeReservation(template, next, goodRows.length)))) return;
    const reserved = await reserve(goodRows.length);
    if (!reserved) return;
    const numbers = { announced: next, taken: reserved.serials };
    const otherNumbers = describeOtherNumbers(template, numbers, goodRows.length);
    if (otherNumbers) toast.warn(otherNumbers);
    const numberedRows = assignSerialNumbers(template, reserved.serials, goodRows);
    await makeFiles(kind, name, { ...labels, at: reserved.at, rows: numberedRows }, checked);
  };
};

export const useLabelExport = (onRefused: OnRefused) => {
  const [forPdf, setForPdf] = useState<PdfJob | null>(null);
  const { progress, runJob, cancel } = useTrackedJob(onRefused);
  const makeFiles = createFileMaker(runJob, { onRefused, onPdf: setForPdf });
  const exportWithSerials = useSerialExport(runJob, makeFiles, onRefused);
  const exportLabels = async (kind: ExportKind, subject: Subject): Promise<void> => {
    const { name, template, rows, dpi, isSample = false } = subject;
    if (kind === 'browser' && rows.length > MAX_PAGES) return onRefused(TOO_MANY_PAGES);
    onRefused(null);
    if (!isSample && hasSerialNumbers(template)) return exportWithSerials(kind, subject);
    await makeFiles(kind, name, { template, dpi, rows, at: formatLocalMinute(new Date()) });
  };
  return {
    progress,
    forPdf,
    run: exportLabels,
    cancel,
    closePdf: useCallback(() => setForPdf(null), []),
  };
};
