import type { Dpi, LabelData, Template } from '@yunbiao/label';
import { toast } from '@yunbiao/ui/toast.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { clockOf } from '../../../kit/label/use-clock.ts';
import { safeFileName, saveFile } from '../../../kit/page/save-file.ts';
import { type Labels, type SortedOut, sortOut, type Work } from './sort-out.ts';

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
export type Progress = { what: What; done: number; count: number };

/** Rows that can be printed, for the dialog of PDF, which asks for the paper first. */
export type ForPdf = Labels & { name: string; leftOut: number };

/** Pages of one print by the browser, which holds all of them at once. */
const MOST_PAGES = 500;

const number = (value: number): string => value.toLocaleString('zh-CN');

const leftText = ({ left }: SortedOut): string => {
  const [first] = left;
  if (!first) return '';
  const one = `第 ${number(first.at + 1)} 行：${first.reason}`;
  return left.length === 1 ? one : `${one}；这样的一共 ${number(left.length)} 行`;
};

const make = async (what: Exclude<What, 'pdf'>, name: string, labels: Labels, work: Work) => {
  const called = safeFileName(name);
  const many = labels.rows.length > 1 ? ` ${labels.rows.length} 张` : '';
  if (what === 'browser') {
    const { printInBrowser } = await import('./browser-print.ts');
    return printInBrowser(labels, work);
  }
  const { pngFile, printerFile } = await import('./make-files.ts');
  const file = what === 'png' ? await pngFile(labels, work) : await printerFile(what, labels, work);
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
    if (what === 'browser' && rows.length > MOST_PAGES)
      return void toast.warn(`浏览器一次最多打 ${MOST_PAGES} 张，先选一部分行，或者导出 PDF`);
    under.current?.abort();
    const mine = new AbortController();
    under.current = mine;
    setProgress({ what, done: 0, count: rows.length });
    const onRow = (done: number): void => setProgress((now) => now && { ...now, done });
    const work = { signal: mine.signal, onRow };
    const labels = { template, dpi, at: clockOf(new Date()) };
    try {
      const sorted = await sortOut({ ...labels, rows }, work);
      const left = leftText(sorted);
      if (sorted.good.length === 0) return void toast.error(`没有能印的。${left}`);
      if (left) toast.warn(`印不了的没有放进去。${left}`);
      const good = { ...labels, rows: sorted.good };
      if (what === 'pdf') setForPdf({ ...good, name, leftOut: sorted.left.length });
      else await make(what, name, good, work);
    } catch (error) {
      if (mine.signal.aborted) return;
      const isForMember = error instanceof Error && /^(Labels|Row)Refused$/.test(error.name);
      toast.error(isForMember ? error.message : '没有做成，检查网络后再试');
    } finally {
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
