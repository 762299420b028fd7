import type {
  LabelData,
  TableCell,
  Template,
  TemplateElement,
  TemplateField,
} from '@yunbiao/label';
import {
  formatFieldReference,
  formatTextLiteral,
  parseFieldComparison,
  parseSoleCallArguments,
  splitConcatenation,
} from '@yunbiao/label/formula';
import { splitCondition } from '../content.ts';
import { type Command, listSelectedElements } from '../doc.ts';
import { changeElements, type Patch } from '../edit.ts';
import { changeGroup, findSelectedGroup } from '../groups.ts';

type Fields = readonly TemplateField[];

/** A condition as the panel offers it; `own` is a formula of the member. */
export type ConditionForm =
  | { kind: 'always' }
  | { kind: 'filled'; field: string }
  | { kind: 'equals' | 'differs'; field: string; text: string }
  | { kind: 'own'; source: string };

const parseFilled = (source: string): string | undefined => {
  const [inner, more] = parseSoleCallArguments(source, ['非', 'NOT']) ?? [];
  if (inner === undefined || more !== undefined) return undefined;
  const [value, others] = parseSoleCallArguments(inner, ['为空', 'ISBLANK']) ?? [];
  if (value === undefined || others !== undefined) return undefined;
  const [part, rest] = splitConcatenation(value);
  return part?.kind === 'field' && rest === undefined ? part.name : undefined;
};

export const parseCondition = (source: string | undefined, fields: Fields): ConditionForm => {
  if (source === undefined) return { kind: 'always' };
  const isField = (name: string): boolean => fields.some((field) => field.name === name);
  const filled = parseFilled(source);
  if (filled !== undefined && isField(filled)) return { kind: 'filled', field: filled };
  const comparison = parseFieldComparison(source);
  if (!comparison || !isField(comparison.field)) return { kind: 'own', source };
  const { field, operator, text } = comparison;
  return { kind: operator === '=' ? 'equals' : 'differs', field, text };
};

/** The formula; null when a name or a text cannot be written in one, undefined for no condition. */
export const formatCondition = (form: ConditionForm): string | null | undefined => {
  if (form.kind === 'always') return undefined;
  if (form.kind === 'own') return form.source;
  const reference = formatFieldReference(form.field);
  if (reference === null) return null;
  if (form.kind === 'filled') return `非(为空(${reference}))`;
  const literal = formatTextLiteral(form.text);
  return literal && `${reference} ${form.kind === 'equals' ? '=' : '<>'} ${literal}`;
};

/** A condition in words: `“类别”是“易燃”才打印`. */
export const describeCondition = (source: string, fields: Fields): string => {
  const form = parseCondition(source, fields);
  if (form.kind === 'always') return '总是打印';
  if (form.kind === 'own') return `满足 ${form.source} 才打印`;
  const label = fields.find(({ name }) => name === form.field)?.label ?? form.field;
  if (form.kind === 'filled') return `“${label}”有内容才打印`;
  return `“${label}”${form.kind === 'equals' ? '是' : '不是'}“${form.text}”才打印`;
};

type ElementOrCell = TemplateElement | TableCell;

/** Templates from before have the condition of a text in its content: `如果(condition, content, "")`. */
export const canHoldOldCondition = (element: ElementOrCell): boolean =>
  element.type === 'text' &&
  element.showIf === undefined &&
  // One in the first part of a text is not that of the others.
  !element.tail &&
  !('spans' in element);

const splitOldCondition = (element: ElementOrCell, fields: Fields) =>
  'content' in element && canHoldOldCondition(element)
    ? splitCondition(element.content, fields)
    : null;

/** The condition of an element by itself, without those of its groups. */
export const getElementCondition = (element: ElementOrCell, fields: Fields): string | undefined =>
  element.showIf ?? splitOldCondition(element, fields)?.condition ?? undefined;

/** The element's condition as a property; one in the content moves there. */
export const patchCondition = (
  element: ElementOrCell,
  showIf: string | undefined,
  fields: Fields,
): Patch => {
  const old = splitOldCondition(element, fields);
  const isMoved = old !== null && old.condition !== null;
  return { showIf, ...(isMoved && { content: old.body }) };
};

/** What the condition panel shows and changes: a group, or elements. */
export type ConditionSubject = {
  /** Undefined for elements. */
  group: string | undefined;
  /** `undefined`: always; null: elements with different conditions. */
  condition: string | undefined | null;
};

export const getSelectionCondition = (doc: {
  template: Template;
  chosen: readonly string[];
}): ConditionSubject => {
  const { template } = doc;
  const group = findSelectedGroup(doc);
  if (group !== undefined) {
    const condition = template.groups?.find(({ id }) => id === group)?.showIf;
    return { group, condition };
  }
  const [first, ...others] = listSelectedElements(doc).map((element) =>
    getElementCondition(element, template.fields),
  );
  return { group, condition: others.some((other) => other !== first) ? null : first };
};

/** Sets the condition of the selected group, or of each selected element; undefined removes it. */
export const setSelectionCondition =
  (showIf: string | undefined): Command =>
  (doc) => {
    const group = findSelectedGroup(doc);
    return group === undefined
      ? changeElements(doc.chosen, (element) =>
          patchCondition(element, showIf, doc.template.fields),
        )(doc)
      : changeGroup(group, { showIf })(doc);
  };

const MAX_SUGGESTED_VALUES = 30;

/** Different values of a field in the rows, in their order, to be chosen from. */
export const listFieldValues = (rows: readonly LabelData[], field: string): string[] => {
  const values = new Set<string>();
  for (const row of rows) {
    const value = row[field]?.trim();
    if (value) values.add(value);
    if (values.size >= MAX_SUGGESTED_VALUES) break;
  }
  return [...values];
};
