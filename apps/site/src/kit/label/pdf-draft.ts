import { fullSheet, type Sheet, type SheetSize, sheetTrouble } from '@yunbiao/label/sheet';
import { safeFileName } from '../page/save-file.ts';
import { inRange, readNumber } from '@yunbiao/ui/number.ts';

/** `label`: a page a label. */
export type PaperName = 'label' | 'a4' | 'a5';

export const PAPERS: Readonly<Record<Exclude<PaperName, 'label'>, SheetSize>> = {
  a4: { widthMm: 210, heightMm: 297 },
  a5: { widthMm: 148, heightMm: 210 },
};

const COUNT = { min: 1, max: 60 };
const MM = { min: 0, max: 200 };
/** Places of a sheet. */
export const FIRST = { min: 1, max: COUNT.max ** 2 };

/** Fields of a sheet, as the form asks for them. */
export const SHEET_FIELDS = [
  { name: 'columns', label: '列数', unit: '列', step: 1, ...COUNT },
  { name: 'rows', label: '行数', unit: '行', step: 1, ...COUNT },
  { name: 'leftMm', label: '左边距', unit: 'mm', step: 0.5, ...MM },
  { name: 'topMm', label: '上边距', unit: 'mm', step: 0.5, ...MM },
  { name: 'gapXMm', label: '横向间距', unit: 'mm', step: 0.5, ...MM },
  { name: 'gapYMm', label: '纵向间距', unit: 'mm', step: 0.5, ...MM },
] as const;
export type SheetField = (typeof SHEET_FIELDS)[number]['name'];

/** As typed. */
export type PdfDraft = {
  paper: PaperName;
  sheet: Readonly<Record<SheetField, string>>;
  /** The place of the first label on the first sheet, from 1: those before it are used up. */
  first: string;
  isOutlined: boolean;
};

const EMPTY = Object.fromEntries(SHEET_FIELDS.map(({ name }) => [name, ''])) as PdfDraft['sheet'];

/** With as many labels as the paper holds. */
export const draftFor = (paper: PaperName, label: SheetSize): PdfDraft => {
  const full = paper === 'label' ? null : fullSheet(PAPERS[paper], label);
  const sheet = full
    ? (Object.fromEntries(
        SHEET_FIELDS.map(({ name }) => [name, String(full[name])]),
      ) as PdfDraft['sheet'])
    : EMPTY;
  return { paper, sheet, first: '1', isOutlined: false };
};

export type ReadSheet =
  | { ok: true; sheet: Sheet | null; skipped: number; pages: number }
  | { ok: false; errors: Readonly<Record<string, string>> };

/** What is typed, or field → what is wrong with it; `paper` for what no field alone is to blame for. */
export const readSheet = (draft: PdfDraft, label: SheetSize, count: number): ReadSheet => {
  if (draft.paper === 'label') return { ok: true, sheet: null, skipped: 0, pages: count };
  const paper = PAPERS[draft.paper];
  if (!fullSheet(paper, label))
    return { ok: false, errors: { paper: '标签比这张纸大，换一张一页' } };
  const errors: Record<string, string> = {};
  const numbers = Object.fromEntries(
    SHEET_FIELDS.map(({ name, step, min, max }) => {
      const value = readNumber(draft.sheet[name]);
      const isWhole = step !== 1 || Number.isInteger(value);
      if (value === null || !isWhole || !inRange(value, { min, max }))
        errors[name] = `填 ${min} 到 ${max}${step === 1 ? ' 的整数' : ''}`;
      return [name, value ?? 0];
    }),
  ) as Record<SheetField, number>;
  const places = numbers.columns * numbers.rows;
  const first = readNumber(draft.first) ?? 0;
  if (Object.keys(errors).length === 0 && (!Number.isInteger(first) || first < 1 || first > places))
    errors.first = `填 1 到 ${places} 的整数`;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const sheet = { paper, ...numbers };
  const trouble = sheetTrouble(sheet, label);
  if (trouble !== '') return { ok: false, errors: { paper: trouble } };
  return { ok: true, sheet, skipped: first - 1, pages: Math.ceil((first - 1 + count) / places) };
};

export const pdfName = (name: string, count: number): string =>
  `${safeFileName(name)} ${count} 张.pdf`;
