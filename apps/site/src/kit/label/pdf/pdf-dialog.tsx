import { formatCount } from '@yunbiao/ui/format.ts';
import type { Dpi, LabelData, Template } from '@yunbiao/label';
import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { saveFile } from '../../page/save-file.ts';
import { runLabelWorker } from '../engine/label-worker.ts';
import {
  createPdfDraft,
  type PaperName,
  type PdfDraft,
  formatPdfName,
  parsePdfSheet,
  type ReadSheet,
} from './pdf-draft.ts';
import css from './pdf-dialog.module.css';
import type { PdfJob } from './pdf-file.ts';
import { SheetFields } from '../pdf-sheet/sheet-fields.tsx';
import { SheetFigure } from '../pdf-sheet/sheet-figure.tsx';

const startPdfWorker = (): Worker =>
  new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });

const PAPER_OPTIONS = [
  { value: 'label', label: '一张一页' },
  { value: 'a4', label: 'A4' },
  { value: 'a5', label: 'A5' },
];

export type PdfDialogProps = {
  name: string;
  template: Template;
  rows: readonly LabelData[];
  copies: number;
  /** Number of rows that cannot be printed and are not in the file. */
  leftOut: number;
  at: string;
  dpi: Dpi;
  onClose: () => void;
};

/** Creates the PDF file, one at a time. Unmounting cancels it. */
const usePdfMaking = ({ name, template, rows, copies, at, dpi, onClose }: PdfDialogProps) => {
  /** Number of finished rows; null when no file is being created. */
  const [doneLabels, setDone] = useState<number | null>(null);
  const [error, setError] = useState('');
  const over = useRef<AbortController>(undefined);
  useEffect(() => () => over.current?.abort(), []);
  const makePdfFile = async (
    read: ReadSheet & { ok: true },
    isOutlined: boolean,
  ): Promise<void> => {
    const work = new AbortController();
    over.current = work;
    setDone(0);
    setError('');
    try {
      const job = { template, rows, copies, at, dpi, isOutlined, title: name };
      const { sheet, skipped } = read;
      const file = await runLabelWorker<Blob, PdfJob>(
        startPdfWorker,
        { ...job, sheet, skipped },
        { signal: work.signal, onRow: setDone },
      );
      const fileName = formatPdfName(name, rows.length * copies);
      saveFile(file, fileName);
      toast.success(`已保存“${fileName}”`);
      onClose();
    } catch (problem) {
      if (work.signal.aborted) return;
      setDone(null);
      const isForMember =
        problem instanceof Error &&
        /^(LabelDrawingError|LabelResolutionError|LabelError)$/.test(problem.name);
      setError(isForMember ? problem.message : '导出失败，检查网络后重试');
    }
  };
  return { done: doneLabels, error, make: makePdfFile };
};

/** 导出 PDF: one label per page, or sheets of stickers. */
export const PdfDialog = (props: PdfDialogProps) => {
  const { template, rows, copies, leftOut, onClose } = props;
  const [draft, setDraft] = useState<PdfDraft>(() => createPdfDraft('label', template));
  const { done, error, make } = usePdfMaking(props);
  const count = rows.length * copies;
  const read = parsePdfSheet(draft, template, count);
  const errors = read.ok ? {} : read.errors;
  const isMaking = done !== null;
  const submitPdfDialog = (event: FormEvent): void => {
    event.preventDefault();
    if (read.ok && !isMaking) void make(read, draft.isOutlined);
  };
  return (
    <Dialog title="导出 PDF" shape="wide" maxWidth={560} onClose={onClose}>
      <form className={css.form} noValidate onSubmit={submitPdfDialog}>
        <Segmented
          legend="纸"
          name="paper"
          value={draft.paper}
          options={PAPER_OPTIONS}
          onChange={(paper) => setDraft(createPdfDraft(paper as PaperName, template))}
        />
        {draft.paper !== 'label' && (
          <div className={css.sheet}>
            <SheetFields draft={draft} errors={errors} onChange={setDraft} />
            <SheetFigure read={read} template={template} count={count} />
          </div>
        )}
        {(errors.paper ?? error) && (
          <p className="field-err" role="alert">
            {errors.paper ?? error}
          </p>
        )}
        <p className="small quiet" aria-live="polite">
          {isMaking
            ? `正在排第 ${formatCount(done + 1)} 行，共 ${formatCount(rows.length)} 行…`
            : read.ok &&
              `${formatCount(count)} 张，${formatCount(read.pages)} 页，按实际大小打印（缩放选 100%）。${
                leftOut > 0 ? `${formatCount(leftOut)} 行打印不了，没有排进来。` : ''
              }导出不算打印，不扣额度。`}
        </p>
        <div className={css.row}>
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button
            type="submit"
            className="button primary"
            aria-disabled={isMaking || !read.ok}
            data-autofocus
          >
            {isMaking ? '正在导出…' : '导出'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
