import { MAX_FIELDS, SAMPLE_LENGTH } from '@yunbiao/contract/limits/template';
import type { SerialRule, Template, TemplateElement, TemplateField } from '@yunbiao/label';
import { formatFieldReference, renameFieldInFormula } from '@yunbiao/label/formula';
import { listPlaceholderNames } from '@yunbiao/label/placeholders';
import { computeNextSerial, formatSerial } from '@yunbiao/label/serial';
import { listElementsWithCells } from '@yunbiao/label/table';
import { listElementContents } from '@yunbiao/label/text-runs';
import type { Command } from './doc.ts';
import { changeField, changeLabel, removeField, renameField } from './edit.ts';

type Fields = readonly TemplateField[];

/** Why no field can be added; '' when there is room. */
export const explainFullFields = (fields: Fields): string =>
  fields.length >= MAX_FIELDS ? `一个模板最多 ${MAX_FIELDS} 栏，先删除不用的` : '';

/** `品名`, or `品名2`, `品名3` … when it is taken. */
const findFreeName = (fields: Fields, name: string): string => {
  let n = 1;
  const getCandidateName = (): string => (n === 1 ? name : `${name}${n}`);
  while (fields.some((field) => field.name === getCandidateName())) n += 1;
  return getCandidateName();
};

/** Name of a new field until the member changes it. */
const UNNAMED = '新的一栏';
const UNNAMED_SAMPLE = '样例';

export const createField = (
  fields: Fields,
  wantedName = UNNAMED,
  sample = UNNAMED_SAMPLE,
): TemplateField => {
  const name = findFreeName(fields, wantedName);
  return { name, label: name, sample: sample.slice(0, SAMPLE_LENGTH).toWellFormed() };
};

export const SERIAL: SerialRule = {
  start: 1,
  step: 1,
  width: 4,
  digits: 'decimal',
  reset: 'never',
  perCopy: true,
};

const UNNAMED_SERIAL = '序号';

export const createSerialField = (fields: Fields, wantedName = UNNAMED_SERIAL): TemplateField => {
  const name = findFreeName(fields, wantedName);
  return { name, label: name, sample: formatSerial(SERIAL, SERIAL.start), serial: SERIAL };
};

/** The first numbers of a serial rule; fewer when they exceed its width. */
export const listFirstSerialNumbers = (rule: SerialRule, count: number): string[] => {
  const numbers: string[] = [];
  let last: number | null = null;
  while (numbers.length < count) {
    last = computeNextSerial(rule, last);
    const text = formatSerial(rule, last);
    if (rule.width > 0 && Array.from(text).length > rule.width) break;
    numbers.push(text);
  }
  return numbers;
};

/** Source of a field's value. */
export type Source = 'typed' | 'formula' | 'serial';

export const getFieldSource = ({ formula, serial }: TemplateField): Source =>
  formula !== undefined ? 'formula' : serial ? 'serial' : 'typed';

/** Changes the source of a field. Removes the properties used only for typed fields. */
export const setFieldSource =
  (field: TemplateField, source: Source): Command =>
  (doc) => {
    if (getFieldSource(field) === source) return doc;
    const typedField = { formula: undefined, serial: undefined };
    const computedField = {
      ...typedField,
      required: undefined,
      maxLength: undefined,
      moreSamples: undefined,
    };
    const patch = {
      typed: typedField,
      formula: { ...computedField, formula: `"${field.sample.replaceAll('"', '""')}"` },
      serial: { ...computedField, serial: SERIAL, sample: formatSerial(SERIAL, SERIAL.start) },
    };
    return changeField(field.name, patch[source])(doc);
  };

/** Returns the problem with a field name; '' when it is valid. */
export const checkFieldName = (fields: Fields, from: string, to: string): string => {
  if (to === '') return '要有名字';
  if (to !== from && fields.some(({ name }) => name === to)) return '已经有叫这个的一栏';
  return formatFieldReference(to) === null ? '名字里不能有花括号和方括号，前后不能有空格' : '';
};

const unhideElement = (element: TemplateElement): TemplateElement => {
  const { hidden: _, ...shown } = element;
  return shown;
};

/** Hidden elements are part of the label as well. */
const listAllElements = ({ elements }: Template): TemplateElement[] =>
  listElementsWithCells({ elements: elements.map(unhideElement) });

const listContents = (template: Template): string[] =>
  listAllElements(template).flatMap(listElementContents);

/** Conditions of all elements and groups. */
const listShowIfs = (template: Template): string[] =>
  [...listAllElements(template), ...(template.groups ?? [])].flatMap(({ showIf }) => showIf ?? []);

const hasDefaultName = ({ name, label }: TemplateField, defaultName: string): boolean =>
  name === label && name.startsWith(defaultName) && /^\d*$/.test(name.slice(defaultName.length));

const isUnnamed = (field: TemplateField): boolean => hasDefaultName(field, UNNAMED);

const NEW_FIELD_KEYS: ReadonlySet<string> = new Set(['name', 'label', 'sample', 'serial']);
const SERIAL_ENTRIES = Object.entries(SERIAL) as [keyof SerialRule, unknown][];

/** Whether the field is as it was created with its element: it has no settings of the member. */
const isUntouched = (field: TemplateField): boolean => {
  const { serial } = field;
  const isNew = Object.keys(field).every((key) => NEW_FIELD_KEYS.has(key));
  if (serial === undefined) return isNew && isUnnamed(field);
  const isDefaultRule = SERIAL_ENTRIES.every(([key, value]) => Object.is(serial[key], value));
  return isNew && isDefaultRule && hasDefaultName(field, UNNAMED_SERIAL);
};

/**
 * Gives a field without a custom name the name of its column, and the first value as sample.
 * Returns null when the field has a custom name or the column's name is invalid.
 */
export const renameFieldAfterColumn = (
  fields: Fields,
  name: string,
  column: Pick<TemplateField, 'name' | 'sample'>,
): Command | null => {
  const field = fields.find((field) => field.name === name);
  if (!field || !isUnnamed(field) || checkFieldName(fields, name, column.name) !== '') return null;
  const patch = field.sample === UNNAMED_SAMPLE ? { sample: column.sample } : {};
  return (doc) => changeField(column.name, patch)(renameField(name, column.name)(doc));
};

/** Returns true when a formula or name uses the field, detected by a trial rename. */
const usesFieldName = (source: string, name: string): boolean =>
  source === name || (renameFieldInFormula(source, name, `${name}_`) ?? source) !== source;

/** Uses of a field: numbers of contents and conditions, and labels of the fields whose formula uses it. */
export const findFieldUses = (
  template: Template,
  name: string,
): { contents: number; conditions: number; fields: string[] } => ({
  contents: listContents(template).filter((content) =>
    listPlaceholderNames(content).some((inner) => usesFieldName(inner, name)),
  ).length,
  conditions: listShowIfs(template).filter((source) => usesFieldName(source, name)).length,
  fields: template.fields
    .filter(({ formula }) => formula !== undefined && usesFieldName(formula, name))
    .map(({ label }) => label),
});

/** Id of the first element that shows a field; null when none does. */
export const findElementShowingField = (template: Template, name: string): string | null =>
  template.elements.find((element) =>
    listContents({ ...template, elements: [element] }).some((content) =>
      listPlaceholderNames(content).some((inner) => usesFieldName(inner, name)),
    ),
  )?.id ?? null;

const isFieldUsed = (template: Template, name: string): boolean => {
  const { contents, conditions, fields } = findFieldUses(template, name);
  return contents > 0 || conditions > 0 || fields.length > 0;
};

/**
 * The command, which also removes fields that it leaves unused and that were created with their
 * element, so that the print form does not ask for them.
 */
export const withoutOrphanFields =
  (command: Command): Command =>
  (doc) => {
    const next = command(doc);
    const orphans = next.template.fields.filter(
      (field) =>
        isUntouched(field) &&
        isFieldUsed(doc.template, field.name) &&
        !isFieldUsed(next.template, field.name),
    );
    return orphans.reduce((now, { name }) => removeField(name)(now), next);
  };

/** Typed fields that are not used in any content or formula. */
export const listUnusedFields = (template: Template): TemplateField[] =>
  template.fields.filter(
    (field) => getFieldSource(field) === 'typed' && !isFieldUsed(template, field.name),
  );

/** Moves a field up or down in the list. The print form uses the same order. */
export const moveField =
  (name: string, by: 1 | -1): Command =>
  (doc) => {
    const fields = [...doc.template.fields];
    const from = fields.findIndex((field) => field.name === name);
    const [field, otherField] = [fields[from], fields[from + by]];
    if (!field || !otherField) return doc;
    [fields[from], fields[from + by]] = [otherField, field];
    return changeLabel({ fields })(doc);
  };
