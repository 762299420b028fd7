import type { Dpi, LabelData, Template } from '@yunbiao/label';
import { sheetPlaces } from '@yunbiao/label/sheet';
import { Dialog } from '@yunbiao/ui/dialog.tsx';
import { NumberField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { toast } from '@yunbiao/ui/toast.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { saveFile } from '../page/save-file.ts';
import { makeOffPage } from './off-page.ts';
import {
  draftFor,
  FIRST,
  type PaperName,
  type PdfDraft,
  pdfName,
  readSheet,
  type ReadSheet,
  SHEET_FIELDS,
} from './pdf-draft.ts';
import css from './pdf-dialog.module.css';
import type { PdfJob } from './pdf-file.ts';

const startPdf = (): Worker =>
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
  /** Rows that cannot be printed, and are not in the file. */
  leftOut: number;
  at: string;
  dpi: Dpi;
  onClose: () => void;
};

/** The first sheet: what is used up, what is filled, what stays free. */
const SheetFigure = ({
  read,
  template,
  count,
}: {
  read: ReadSheet;
  template: Template;
  count: number;
}) => {
  if (!read.ok || !read.sheet) return null;
  const { paper } = read.sheet;
  return (
    <svg
      className={css.figure}
      viewBox={`0 0 ${paper.widthMm} ${paper.heightMm}`}
      role="img"
      aria-label={`第一页的排法：${read.sheet.columns} 列 ${read.sheet.rows} 行`}
    >
      <rect className={css.paper} width={paper.widthMm} height={paper.heightMm} />
      {sheetPlaces(read.sheet, template).map(({ xMm, yMm }, place) => (
        <rect
          key={`${xMm} ${yMm}`}
          className={place >= read.skipped && place < read.skipped + count ? css.filled : css.free}
          x={xMm}
          y={yMm}
          width={template.widthMm}
          height={template.heightMm}
        />
      ))}
    </svg>
  );
};

const number = (value: number): string => value.toLocaleString('zh-CN');

/** Makes the file, one at a time; leaving gives it up. */
const useMaking = ({ name, template, rows, copies, at, dpi, onClose }: PdfDialogProps) => {
  /** Rows done; null while nothing is made. */
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState('');
  const over = useRef<AbortController>(undefined);
  useEffect(() => () => over.current?.abort(), []);
  const make = async (read: ReadSheet & { ok: true }, isOutlined: boolean): Promise<void> => {
    const work = new AbortController();
    over.current = work;
    setDone(0);
    setError('');
    try {
      const job = { template, rows, copies, at, dpi, isOutlined, title: name };
      const { sheet, skipped } = read;
      const file = await makeOffPage<Blob, PdfJob>(
        startPdf,
        { ...job, sheet, skipped },
        { signal: work.signal, onRow: setDone },
      );
      const fileName = pdfName(name, rows.length * copies);
      saveFile(file, fileName);
      toast.success(`已保存“${fileName}”`);
      onClose();
    } catch (problem) {
      if (work.signal.aborted) return;
      setDone(null);
      const isForMember =
        problem instanceof Error && /^(LabelsRefused|RowRefused|LabelError)$/.test(problem.name);
      setError(isForMember ? problem.message : '没有做成，检查网络后再试');
    }
  };
  return { done, error, make };
};

/** 导出 PDF: a page a label, or sheets of stickers. */
export const PdfDialog = (props: PdfDialogProps) => {
  const { template, rows, copies, leftOut, onClose } = props;
  const [draft, setDraft] = useState<PdfDraft>(() => draftFor('label', template));
  const { done, error, make } = useMaking(props);
  const count = rows.length * copies;
  const read = readSheet(draft, template, count);
  const errors = read.ok ? {} : read.errors;
  const isMaking = done !== null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (read.ok && !isMaking) void make(read, draft.isOutlined);
  };
  return (
    <Dialog title="导出 PDF" shape="wide" maxWidth={560} onClose={onClose}>
      <form className={css.form} noValidate onSubmit={submit}>
        <Segmented
          legend="纸"
          name="paper"
          value={draft.paper}
          options={PAPER_OPTIONS}
          onChange={(paper) => setDraft(draftFor(paper as PaperName, template))}
        />
        {draft.paper !== 'label' && (
          <div className={css.sheet}>
            <div className={css.fields}>
              {SHEET_FIELDS.map((field) => (
                <NumberField
                  key={field.name}
                  {...field}
                  value={draft.sheet[field.name]}
                  error={errors[field.name]}
                  onChange={(value) =>
                    setDraft({ ...draft, sheet: { ...draft.sheet, [field.name]: value } })
                  }
                />
              ))}
              <NumberField
                label="从第几格开始"
                name="first"
                unit="格"
                hint="前面的已经撕走了"
                {...FIRST}
                step={1}
                value={draft.first}
                error={errors.first}
                onChange={(first) => setDraft({ ...draft, first })}
              />
              <label className={`check ${css.check}`}>
                <input
                  type="checkbox"
                  checked={draft.isOutlined}
                  onChange={(event) => setDraft({ ...draft, isOutlined: event.target.checked })}
                />
                画裁切线
              </label>
            </div>
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
            ? `正在排第 ${number(done + 1)} 行，共 ${number(rows.length)} 行…`
            : read.ok &&
              `${number(count)} 张，${number(read.pages)} 页，按实际大小打印（缩放选 100%）。${
                leftOut > 0 ? `${number(leftOut)} 行印不了，没有排进来。` : ''
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
