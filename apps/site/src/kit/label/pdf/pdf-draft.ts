import {
  computeFullSheetLayout,
  type Sheet,
  type SheetSize,
  describeSheetFault,
} from '@yunbiao/label/sheet';
import { toSafeFileName } from '../../page/save-file.ts';
import { isInRange, parseNumber } from '@yunbiao/ui/number.ts';

/** `label`: one label per page. */
export type PaperName = 'label' | 'a4' | 'a5';

export const PAPERS: Readonly<Record<Exclude<PaperName, 'label'>, SheetSize>> = {
  a4: { widthMm: 210, heightMm: 297 },
  a5: { widthMm: 148, heightMm: 210 },
};

const COUNT = { min: 1, max: 60 };
const MM = { min: 0, max: 200 };
/** Range of places on a sheet. */
export const FIRST_PLACE_RANGE = { min: 1, max: COUNT.max ** 2 };

/** Form fields of a sheet. */
export const SHEET_FIELDS = [
  { name: 'columns', label: '列数', unit: '列', step: 1, ...COUNT },
  { name: 'rows', label: '行数', unit: '行', step: 1, ...COUNT },
  { name: 'leftMm', label: '左边距', unit: 'mm', step: 0.5, ...MM },
  { name: 'topMm', label: '上边距', unit: 'mm', step: 0.5, ...MM },
  { name: 'gapXMm', label: '横向间距', unit: 'mm', step: 0.5, ...MM },
  { name: 'gapYMm', label: '纵向间距', unit: 'mm', step: 0.5, ...MM },
] as const;
export type SheetField = (typeof SHEET_FIELDS)[number]['name'];

/** Form input as typed. */
export type PdfDraft = {
  paper: PaperName;
  sheet: Readonly<Record<SheetField, string>>;
  /** Position of the first label on the first sheet, from 1. Earlier places are already used. */
  first: string;
  isOutlined: boolean;
};

const EMPTY = Object.fromEntries(SHEET_FIELDS.map(({ name }) => [name, ''])) as PdfDraft['sheet'];

/** Creates a draft with as many labels as fit on the paper. */
export const createPdfDraft = (paper: PaperName, label: SheetSize): PdfDraft => {
  const full = paper === 'label' ? null : computeFullSheetLayout(PAPERS[paper], label);
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

/** Parses the input, or returns field → error; `paper` for errors that concern several fields. */
export const parsePdfSheet = (draft: PdfDraft, label: SheetSize, count: number): ReadSheet => {
  if (draft.paper === 'label') return { ok: true, sheet: null, skipped: 0, pages: count };
  const paper = PAPERS[draft.paper];
  if (!computeFullSheetLayout(paper, label))
    return { ok: false, errors: { paper: '标签比这张纸大，换一张一页' } };
  const errors: Record<string, string> = {};
  const numbers = Object.fromEntries(
    SHEET_FIELDS.map(({ name, step, min, max }) => {
      const value = parseNumber(draft.sheet[name]);
      const isWhole = step !== 1 || Number.isInteger(value);
      if (value === null || !isWhole || !isInRange(value, { min, max }))
        errors[name] = `填 ${min} 到 ${max}${step === 1 ? ' 的整数' : ''}`;
      return [name, value ?? 0];
    }),
  ) as Record<SheetField, number>;
  const places = numbers.columns * numbers.rows;
  const first = parseNumber(draft.first) ?? 0;
  if (Object.keys(errors).length === 0 && (!Number.isInteger(first) || first < 1 || first > places))
    errors.first = `填 1 到 ${places} 的整数`;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const sheet = { paper, ...numbers };
  const trouble = describeSheetFault(sheet, label);
  if (trouble !== '') return { ok: false, errors: { paper: trouble } };
  return { ok: true, sheet, skipped: first - 1, pages: Math.ceil((first - 1 + count) / places) };
};

export const formatPdfName = (name: string, count: number): string =>
  `${toSafeFileName(name)} ${count} 张.pdf`;
