import type { Dpi, LabelData, Template } from '@yunbiao/label';
import { toast } from '@yunbiao/ui/toast.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getClock } from '../../../kit/label/use-clock.ts';
import { safeFileName, saveFile } from '../../../kit/page/save-file.ts';
import { makeOffPage } from '../../../kit/label/off-page.ts';
import type { Exported, ExportJob } from './export-worker.ts';
import type { Labels, SortedOut } from './sort-out.ts';

export type What = 'png' | 'zpl' | 'tspl' | 'browser' | 'pdf';

export const WORDS: Readonly<Record<What, string>> = {
  png: 'PNG',
  zpl: 'ZPL',
  tspl: 'TSPL',
  browser: '浏览器打印',
  pdf: 'PDF',
};

export type Subject = {
  name: string;
  template: Template;
  rows: readonly LabelData[];
  dpi: Dpi;
};

/** What is under way: what it is, and how many rows are done of how many. */
export type Progress = { what: What; done: number; count: number; isSlow: boolean };

/** Sooner than this it is not said that one label is being made, ms. */
const SLOW_MS = 400;

/** Rows that can be printed, for the dialog of PDF, which asks for the paper first. */
export type ForPdf = Labels & { name: string; leftOut: number };

/** Pages of one print by the browser, which holds all of them at once. */
const MAX_PAGES = 500;

const number = (value: number): string => value.toLocaleString('zh-CN');

const leftText = ({ left }: Pick<SortedOut, 'left'>): string => {
  const [first] = left;
  if (!first) return '';
  const one = `第 ${number(first.at + 1)} 行：${first.reason}`;
  return left.length === 1 ? one : `${one}；这样的一共 ${number(left.length)} 行`;
};

const startExport = (): Worker =>
  new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });

const save = (what: Exclude<What, 'pdf' | 'browser'>, name: string, file: Blob, count: number) => {
  const called = safeFileName(name);
  const many = count > 1 ? ` ${count} 张` : '';
  const ending = what === 'png' && many ? 'zip' : what;
  const fileName = `${called}${many}.${ending}`;
  saveFile(file, fileName);
  toast.success(`已保存“${fileName}”`);
};

/** Makes one file at a time; another one, or leaving, gives the former up. */
export const useExport = () => {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [forPdf, setForPdf] = useState<ForPdf | null>(null);
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const run = async (what: What, { name, template, rows, dpi }: Subject): Promise<void> => {
    if (what === 'browser' && rows.length > MAX_PAGES)
      return void toast.warn(`浏览器一次最多打 ${MAX_PAGES} 张，先选一部分行，或者导出 PDF`);
    under.current?.abort();
    const mine = new AbortController();
    under.current = mine;
    setProgress({ what, done: 0, count: rows.length, isSlow: false });
    const onRow = (done: number): void => setProgress((now) => now && { ...now, done });
    const work = { signal: mine.signal, onRow };
    const labels: Labels = { template, dpi, rows, at: getClock(new Date()) };
    const slow = setTimeout(() => setProgress((now) => now && { ...now, isSlow: true }), SLOW_MS);
    try {
      const job = { ...labels, what };
      const { left, files } = await makeOffPage<Exported, ExportJob>(startExport, job, work);
      const leftOut = leftText({ left });
      const count = rows.length - left.length;
      if (count === 0) return void toast.error(`没有能印的。${leftOut}`);
      if (leftOut) toast.warn(`印不了的没有放进去。${leftOut}`);
      const [file] = files;
      if (what === 'pdf') {
        const out = new Set(left.map(({ at }) => at));
        const good = rows.filter((_, place) => !out.has(place));
        setForPdf({ ...labels, rows: good, name, leftOut: left.length });
      } else if (what === 'browser') {
        const { printInBrowser } = await import('./browser-print.ts');
        await printInBrowser(template, files, mine.signal);
      } else if (file) save(what, name, file, count);
    } catch (error) {
      if (mine.signal.aborted) return;
      const isForMember = error instanceof Error && /^(Labels|Row)Refused$/.test(error.name);
      toast.error(isForMember ? error.message : '没有做成，检查网络后再试');
    } finally {
      clearTimeout(slow);
      if (under.current === mine) setProgress(null);
    }
  };
  return {
    progress,
    forPdf,
    run,
    cancel: () => {
      under.current?.abort();
      setProgress(null);
    },
    closePdf: useCallback(() => setForPdf(null), []),
  };
};
