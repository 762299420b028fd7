import type { SerialRule, Template, TemplateElement, TemplateField } from '@yunbiao/label';
import { fieldInSource, renamedInSource } from '@yunbiao/label/formula';
import { fieldNamesIn } from '@yunbiao/label/placeholders';
import { nextSerial, serialText } from '@yunbiao/label/serial';
import { withCells } from '@yunbiao/label/table';
import type { Command } from './doc.ts';
import { changeField, changeLabel, renameField } from './edit.ts';

type Fields = readonly TemplateField[];

/** `品名`, else `品名2`, `品名3` … */
const freeName = (fields: Fields, name: string): string => {
  let n = 1;
  const getName = (): string => (n === 1 ? name : `${name}${n}`);
  while (fields.some((field) => field.name === getName())) n += 1;
  return getName();
};

/** What a field is called until somebody says. */
const UNNAMED = '新的一栏';
const UNNAMED_SAMPLE = '样例';

export const newField = (
  fields: Fields,
  wanted = UNNAMED,
  sample = UNNAMED_SAMPLE,
): TemplateField => {
  const name = freeName(fields, wanted);
  return { name, label: name, sample };
};

export const SERIAL: SerialRule = {
  start: 1,
  step: 1,
  width: 4,
  digits: 'decimal',
  reset: 'never',
  perCopy: true,
};

export const newSerial = (fields: Fields, wanted = '序号'): TemplateField => {
  const name = freeName(fields, wanted);
  return { name, label: name, sample: serialText(SERIAL, SERIAL.start), serial: SERIAL };
};

/** The first numbers a rule gives; fewer where they do not fit its width. */
export const firstNumbers = (rule: SerialRule, count: number): string[] => {
  const numbers: string[] = [];
  let last: number | null = null;
  while (numbers.length < count) {
    last = nextSerial(rule, last);
    const text = serialText(rule, last);
    if (rule.width > 0 && Array.from(text).length > rule.width) break;
    numbers.push(text);
  }
  return numbers;
};

/** What a field is filled with. */
export type Source = 'typed' | 'formula' | 'serial';

export const sourceOfField = ({ formula, serial }: TemplateField): Source =>
  formula !== undefined ? 'formula' : serial ? 'serial' : 'typed';

/** Filled in another way: what only people who type need goes. */
export const fillField =
  (field: TemplateField, source: Source): Command =>
  (doc) => {
    if (sourceOfField(field) === source) return doc;
    const typed = { formula: undefined, serial: undefined };
    const worked = { ...typed, required: undefined, maxLength: undefined, moreSamples: undefined };
    const patch = {
      typed,
      formula: { ...worked, formula: `"${field.sample.replaceAll('"', '""')}"` },
      serial: { ...worked, serial: SERIAL, sample: serialText(SERIAL, SERIAL.start) },
    };
    return changeField(field.name, patch[source])(doc);
  };

/** Why a field cannot be called so; '' when it can. */
export const nameTrouble = (fields: Fields, from: string, to: string): string => {
  if (to === '') return '要有名字';
  if (to !== from && fields.some(({ name }) => name === to)) return '已经有叫这个的一栏';
  return fieldInSource(to) === null ? '名字里不能有花括号和方括号，前后不能有空格' : '';
};

const shownAlways = (element: TemplateElement): TemplateElement => {
  const { hidden: _, ...shown } = element;
  return shown;
};

const getContents = (template: Template): string[] =>
  withCells(template.elements.map(shownAlways)).flatMap((element) => {
    if (!('content' in element)) return [];
    return element.type === 'text' && element.tail
      ? [element.content, element.tail.content]
      : [element.content];
  });

const isUnnamed = ({ name, label }: TemplateField): boolean =>
  name === label && name.startsWith(UNNAMED) && /^\d*$/.test(name.slice(UNNAMED.length));

/**
 * A field nobody has named yet takes the name of the column that fills it, and its first value for a sample; null where it
 * has a name, or cannot have that one.
 */
export const namedByColumn = (
  fields: Fields,
  name: string,
  column: Pick<TemplateField, 'name' | 'sample'>,
): Command | null => {
  const field = fields.find((one) => one.name === name);
  if (!field || !isUnnamed(field) || nameTrouble(fields, name, column.name) !== '') return null;
  const patch = field.sample === UNNAMED_SAMPLE ? { sample: column.sample } : {};
  return (doc) => changeField(column.name, patch)(renameField(name, column.name)(doc));
};

/** A formula or a name that is not there by another name: told by what renaming would change. */
const names = (source: string, name: string): boolean =>
  source === name || (renamedInSource(source, name, `${name}_`) ?? source) !== source;

/** Where a field is used: how many elements and cells, and which other fields work with it. */
export const listUses = (
  template: Template,
  name: string,
): { contents: number; fields: string[] } => ({
  contents: getContents(template).filter((content) =>
    fieldNamesIn(content).some((inner) => names(inner, name)),
  ).length,
  fields: template.fields
    .filter(({ formula }) => formula !== undefined && names(formula, name))
    .map(({ label }) => label),
});

/** Columns people fill that nothing works with or shows. */
export const spareFields = (template: Template): TemplateField[] =>
  template.fields.filter((field) => {
    const { contents, fields } = listUses(template, field.name);
    return sourceOfField(field) === 'typed' && contents === 0 && fields.length === 0;
  });

/** One place up or down the list, as the form for printing asks for them. */
export const moveField =
  (name: string, by: 1 | -1): Command =>
  (doc) => {
    const fields = [...doc.template.fields];
    const from = fields.findIndex((field) => field.name === name);
    const [field, other] = [fields[from], fields[from + by]];
    if (!field || !other) return doc;
    [fields[from], fields[from + by]] = [other, field];
    return changeLabel({ fields })(doc);
  };
