import { formatCount } from '@yunbiao/ui/format.ts';
import type { RowNames } from '../../../kit/data/sheet-rows.ts';
import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { listFillableFields } from '@yunbiao/label/fields';
import { listPictureFields } from '@yunbiao/label/library-pictures';
import { getFullElementText, listPlaceholderNames } from '@yunbiao/label/placeholders';
import { listConditionalElements } from '@yunbiao/label/condition';
import { isCodeElement } from '@yunbiao/label/template';
import { type SkippedRow, selectPrintableRows } from './skipped-rows.ts';

/** Rows listed in a question; further rows are only counted. */
const MAX_NAMED_ROWS = 5;

/**
 * A spreadsheet stores 15 digits of a number: 690123456789012345 becomes 690123456789012000, or is
 * shown as 6.90123456789012E+17. Shorter numbers of this form may be models, such as 1E10.
 */
const ROUNDED_NUMBER = /^[-+]?(?:\d(?:\.\d+)?e\+?(?:1[1-9]|[2-9]\d|\d{3,})|[1-9]\d{14}0{2,})$/i;

/** Labels of fields that hold a price. */
const PRICE = /价|金额/;

/** Values of a field that are blank or rounded, with their rows from 0. */
export type DoubtfulValues = { field: TemplateField; blank: number[]; rounded: number[] };

/**
 * Lists the fields in codes without a condition. A code with one may be meant to be missing without
 * its value.
 */
const listCodeFieldNames = (template: Template): Set<string> =>
  new Set(
    listConditionalElements(template).flatMap(({ element, conditions }) => {
      const isAsked = conditions.length === 0 && isCodeElement(element);
      const content = isAsked ? (getFullElementText(element) ?? '') : '';
      return listPlaceholderNames(content);
    }),
  );

type Rows = {
  template: Template;
  /** A template of the site: its price is meant to be printed. */
  isPublic: boolean;
  rows: readonly LabelData[];
  leftOut: readonly SkippedRow[];
};

/**
 * Finds values of the rows to print that the member may not intend: a blank in a code, a blank
 * price of a public template, and numbers that a spreadsheet rounded. Linear in the rows.
 */
export const findDoubtfulValues = ({
  template,
  isPublic,
  rows,
  leftOut,
}: Rows): DoubtfulValues[] => {
  const fields = listFillableFields(template);
  const printable = selectPrintableRows(rows, leftOut, fields);
  const codeNames = new Set([...listCodeFieldNames(template), ...listPictureFields(template)]);
  return fields.flatMap((field) => {
    const isAsked = codeNames.has(field.name) || (isPublic && PRICE.test(field.label));
    const values = rows.map((row) => (printable.has(row) ? (row[field.name] ?? '').trim() : null));
    const blank = values.flatMap((value, row) => (isAsked && value === '' ? [row] : []));
    const rounded = values.flatMap((value, row) =>
      value !== null && ROUNDED_NUMBER.test(value) ? [row] : [],
    );
    return blank.length + rounded.length > 0 ? [{ field, blank, rounded }] : [];
  });
};

const formatDoubtfulRows = (rows: readonly number[], { nameRows }: RowNames): string =>
  `${nameRows(rows.slice(0, MAX_NAMED_ROWS))}${rows.length > MAX_NAMED_ROWS ? '等' : ''}`;

/** `predicate`: the words after the number of rows. `title`: the same on its own. */
type Finding = { rows: readonly number[]; predicate: string; title: string };

/** The label without its unit: 价格（元） is 价格. */
const formatFieldName = ({ label }: TemplateField): string =>
  label.replace(/[（(][^（()）]*[）)]$/, '') || label;

const formatDoubtfulValueFindings = (doubtful: readonly DoubtfulValues[]): Finding[] =>
  doubtful.flatMap(({ field, blank, rounded }) => {
    const label = formatFieldName(field);
    return [
      ...(blank.length > 0
        ? [{ rows: blank, predicate: `没有${label}`, title: `没有${label}` }]
        : []),
      ...(rounded.length > 0
        ? [
            {
              rows: rounded,
              predicate: `的${label}可能被表格改短了`,
              title: `${label}可能被表格改短了`,
            },
          ]
        : []),
    ];
  });

/**
 * Question shown once before these rows are printed as they are. `names`: null for a single label.
 */
export const buildDoubtfulQuestion = (
  doubtful: readonly DoubtfulValues[],
  names: RowNames | null,
): { message: string; detail: string } => {
  const findings = formatDoubtfulValueFindings(doubtful);
  const hasRounded = doubtful.some(({ rounded }) => rounded.length > 0);
  const summary = findings.map(({ rows, predicate }) =>
    names ? `${formatCount(rows.length)} 行${predicate}` : `这张${predicate}`,
  );
  const details = [
    ...(names
      ? findings.map(({ rows, title }) => `${title}：${formatDoubtfulRows(rows, names)}`)
      : []),
    ...(hasRounded ? ['长数字在 Excel 里先把格子设成“文本”，再填一遍'] : []),
  ];
  return { message: `${summary.join('，')}，照常打印？`, detail: details.join('；') };
};
