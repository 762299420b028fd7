import { listAiValueParts } from '@yunbiao/label/gs1';
import { formatFieldReference } from '@yunbiao/label/formula';

/**
 * How a column fills an identifier. `plain`: as it stands; `gtin`: a number with its check digit,
 * with zeros in front up to 14 digits; `check`: without the check digit, which is computed; `date`:
 * a date of any form becomes YYMMDD; `measure`: a number gets the digits of the identifier.
 */
export type ColumnForm = 'plain' | 'gtin' | 'check' | 'date' | 'measure';

export type Gs1Value =
  | { kind: 'fixed'; text: string }
  | { kind: 'column'; name: string; form: ColumnForm }
  | { kind: 'formula'; source: string };

/** One application identifier and its value. */
export type Gs1Item = { ai: string; value: Gs1Value };

const MEASURE = /^3[1-6]\d\d$/;

/** Digits of a value that consists of a key with a check digit only. */
const getKeyLength = (ai: string): number | undefined => {
  const [key, ...others] = listAiValueParts(ai) ?? [];
  return key?.rule === 'check' && others.every(({ min }) => min === 0) ? key.max : undefined;
};

export const isDateIdentifier = (ai: string): boolean => {
  const parts = listAiValueParts(ai) ?? [];
  const [date] = parts;
  return (
    date?.max === 6 &&
    date.rule?.startsWith('date') === true &&
    parts.every(({ min, optional }) => optional || min === 6)
  );
};

/** Whether the value has characters besides digits, which a web address must encode. */
export const hasText = (ai: string): boolean =>
  (listAiValueParts(ai) ?? []).some(({ characters }) => characters !== 'n');

/** Forms that a column can have for an identifier; the first is the usual one. */
export const listColumnForms = (ai: string): ColumnForm[] => {
  const keyLength = getKeyLength(ai);
  if (keyLength === 14) return ['gtin', 'check', 'plain'];
  if (keyLength !== undefined) return ['plain', 'check'];
  if (isDateIdentifier(ai)) return ['date', 'plain'];
  return MEASURE.test(ai) ? ['measure', 'plain'] : ['plain'];
};

/** A blank column stays blank instead of becoming zeros. */
const unlessBlank = (reference: string, source: string): string =>
  `如果(为空(${reference}), "", ${source})`;

/** Formula of a column in a form; null when the column itself is the value. */
const buildColumnFormula = (ai: string, reference: string, form: ColumnForm): string | null => {
  switch (form) {
    case 'plain':
      return null;
    case 'gtin':
      return unlessBlank(reference, `左补(${reference}, 14)`);
    case 'check': {
      const padded = `左补(${reference}, ${(getKeyLength(ai) ?? 14) - 1})`;
      return unlessBlank(reference, `${padded} & 校验位(${padded})`);
    }
    case 'date':
      return `日期格式(${reference}, "yyMMdd")`;
    case 'measure': {
      const decimals = Number(ai.charAt(3));
      const digits = decimals === 0 ? reference : `${reference} * ${10 ** decimals}`;
      return unlessBlank(reference, `左补(四舍五入(${digits}), 6)`);
    }
  }
};

/** Text between the braces of an item's value; null for a fixed text. */
export const getValueSource = ({ ai, value }: Gs1Item): string | null => {
  if (value.kind === 'fixed') return null;
  if (value.kind === 'formula') return value.source;
  const reference = formatFieldReference(value.name) ?? value.name;
  return buildColumnFormula(ai, reference, value.form) ?? value.name;
};

/** The value that a formula between braces stands for, with the columns the template has. */
export const readValueSource = (
  ai: string,
  source: string,
  columns: readonly string[],
): Gs1Value => {
  for (const name of columns) {
    const form = listColumnForms(ai).find(
      (form) => getValueSource({ ai, value: { kind: 'column', name, form } }) === source,
    );
    if (form) return { kind: 'column', name, form };
  }
  return { kind: 'formula', source };
};
