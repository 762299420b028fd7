import { FORMULA_LENGTH, MAX_FIELDS, TEXT_SIZE_MM } from '@yunbiao/contract/limits/template';
import type { TableCell, Template, TemplateElement, TemplateField } from '@yunbiao/label';
import { renameFieldInFormula } from '@yunbiao/label/formula';
import { type Command, mapElements } from './doc.ts';

/** Changed properties of an element of any type; undefined removes an optional property. */
export type Patch = { [key: string]: unknown };

const matchesPatch = (element: TemplateElement, patch: Patch): boolean =>
  Object.entries(patch).every(([key, value]) => (element as Patch)[key] === value);

const applyPatch = <Whole extends object>(target: Whole, patch: Patch): Whole =>
  Object.fromEntries(
    Object.entries({ ...target, ...patch }).filter(([, value]) => value !== undefined),
  ) as Whole;

/** The parts of a text grow and shrink with it. */
export const resizeSpans = (
  element: TemplateElement | TableCell,
  { sizeMm, spans }: Patch,
): Patch => {
  if (element.type !== 'text' || !element.spans || typeof sizeMm !== 'number' || spans) return {};
  const ratio = sizeMm / element.sizeMm;
  const scaleSize = (size: number): number =>
    Math.min(sizeMm, Math.max(TEXT_SIZE_MM.min, Number((size * ratio).toFixed(2))));
  return { spans: element.spans.map((span) => ({ ...span, sizeMm: scaleSize(span.sizeMm) })) };
};

/** Changes properties of elements. The caller must ensure that these types have them. */
export const changeElements =
  (ids: readonly string[], patch: Patch | ((element: TemplateElement) => Patch)): Command =>
  (doc) => {
    const template = mapElements(doc.template, (element) => {
      if (!ids.includes(element.id)) return element;
      const elementPatch = typeof patch === 'function' ? patch(element) : patch;
      return matchesPatch(element, elementPatch)
        ? element
        : applyPatch(element, { ...resizeSpans(element, elementPatch), ...elementPatch });
    });
    return template === doc.template ? doc : { ...doc, template };
  };

/** Changes properties of the label itself: size, guides, fields, pictures. */
export const changeLabel =
  (patch: Partial<Omit<Template, 'version' | 'elements'>>): Command =>
  (doc) => {
    const isEqual = Object.entries(patch).every(
      ([key, value]) => (doc.template as Patch)[key] === value,
    );
    return isEqual ? doc : { ...doc, template: applyPatch(doc.template, patch) };
  };

export const addField =
  (field: TemplateField): Command =>
  (doc) =>
    doc.template.fields.length >= MAX_FIELDS ||
    doc.template.fields.some(({ name }) => name === field.name)
      ? doc
      : changeLabel({ fields: [...doc.template.fields, field] })(doc);

export const changeField =
  (name: string, patch: Patch): Command =>
  (doc) =>
    changeLabel({
      fields: doc.template.fields.map((field) =>
        field.name === name ? applyPatch(field, patch) : field,
      ),
    })(doc);

export const removeField =
  (name: string): Command =>
  (doc) =>
    changeLabel({ fields: doc.template.fields.filter((field) => field.name !== name) })(doc);

/**
 * Renames a field in placeholders and in their formulas. A formula that cannot be parsed stays
 * unchanged.
 */
const renameFieldInContent = (content: string, { from, to, names }: Rename): string =>
  content.replace(BRACES, (match: string, inner: string) => {
    const source = inner.trim();
    if (source === from) return `{{${to}}}`;
    if (names.has(source)) return match;
    const renamedFormula = renameFieldInFormula(source, from, to);
    return renamedFormula === null || renamedFormula === source ? match : `{{${renamedFormula}}}`;
  });

type Rename = { from: string; to: string; names: ReadonlySet<string> };
const BRACES = /\{\{([^{}]*)\}\}/g;

type WithContents = {
  content?: string;
  tail?: { content: string };
  spans?: readonly { content: string }[];
};

/** Returns the same object when no content of its parts changes. */
const mapPartContents = <Whole extends WithContents>(
  whole: Whole,
  to: (content: string) => string,
): Whole => {
  const { content, tail, spans = [] } = whole;
  if (content === undefined) return whole;
  const parts = [{ content }, ...spans, ...(tail ? [tail] : [])];
  if (parts.every((part) => to(part.content) === part.content)) return whole;
  return {
    ...whole,
    content: to(content),
    ...(tail && { tail: { ...tail, content: to(tail.content) } }),
    ...(whole.spans && { spans: spans.map((span) => ({ ...span, content: to(span.content) })) }),
  };
};

const mapContents = (
  element: TemplateElement,
  to: (content: string) => string,
): TemplateElement => {
  if (element.type === 'table') {
    const cells = element.cells.map((cell) => mapPartContents(cell, to));
    return cells.every((cell, i) => cell === element.cells[i]) ? element : { ...element, cells };
  }
  return 'content' in element ? mapPartContents(element, to) : element;
};

type WithCondition = { showIf?: string };

/** Returns the same object when its condition does not change. */
const renameInCondition = <Whole extends WithCondition>(whole: Whole, rename: Rename): Whole => {
  if (whole.showIf === undefined) return whole;
  const showIf = renameFieldInFormula(whole.showIf, rename.from, rename.to) ?? whole.showIf;
  return showIf === whole.showIf ? whole : { ...whole, showIf };
};

const renameInElement = (element: TemplateElement, rename: Rename): TemplateElement => {
  const renamedElement = renameInCondition(
    mapContents(element, (content) => renameFieldInContent(content, rename)),
    rename,
  );
  if (renamedElement.type !== 'table') return renamedElement;
  const cells = renamedElement.cells.map((cell) => renameInCondition(cell, rename));
  return cells.every((cell, i) => cell === renamedElement.cells[i])
    ? renamedElement
    : { ...renamedElement, cells };
};

const hasLongCondition = ({ elements, groups = [] }: Template): boolean =>
  [
    ...elements,
    ...elements.flatMap((element) => (element.type === 'table' ? element.cells : [])),
    ...groups,
  ].some(({ showIf = '' }: WithCondition) => showIf.length > FORMULA_LENGTH);

/**
 * Renames a field, also in all contents, formulas and conditions. Does nothing when the name is
 * taken or a formula becomes too long.
 */
export const renameField =
  (from: string, to: string): Command =>
  (doc) => {
    const { template } = doc;
    if (from === to || template.fields.some(({ name }) => name === to)) return doc;
    const fields = template.fields.map((field) => {
      const { formula } = field;
      const renamedField =
        field.name === from
          ? { ...field, name: to, label: field.label === from ? to : field.label }
          : field;
      const renamedFormula = formula === undefined ? null : renameFieldInFormula(formula, from, to);
      return renamedFormula === null ? renamedField : { ...renamedField, formula: renamedFormula };
    });
    if (fields.some(({ formula = '' }) => formula.length > FORMULA_LENGTH)) return doc;
    const names = new Set(template.fields.map(({ name }) => name));
    const rename = { from, to, names };
    const renamedTemplate = {
      ...mapElements(template, (element) => renameInElement(element, rename)),
      ...(template.groups && {
        groups: template.groups.map((group) => renameInCondition(group, rename)),
      }),
      fields,
    };
    return hasLongCondition(renamedTemplate) ? doc : { ...doc, template: renamedTemplate };
  };
