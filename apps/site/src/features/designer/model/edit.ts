import { FORMULA_LENGTH, MAX_FIELDS } from '@yunbiao/contract/limits/template';
import type { Template, TemplateElement, TemplateField } from '@yunbiao/label';
import { renamedInSource } from '@yunbiao/label/formula';
import { type Command, mapped } from './doc.ts';

/** What is changed of an element, whatever its kind; undefined takes an optional part away. */
export type Patch = { [key: string]: unknown };

const isSame = (element: TemplateElement, patch: Patch): boolean =>
  Object.entries(patch).every(([key, value]) => (element as Patch)[key] === value);

const patched = <Whole extends object>(whole: Whole, patch: Patch): Whole =>
  Object.fromEntries(
    Object.entries({ ...whole, ...patch }).filter(([, value]) => value !== undefined),
  ) as Whole;

/** Changes parts of elements; the caller knows that these kinds have them. */
export const change =
  (ids: readonly string[], patch: Patch | ((element: TemplateElement) => Patch)): Command =>
  (doc) => {
    const template = mapped(doc.template, (element) => {
      if (!ids.includes(element.id)) return element;
      const own = typeof patch === 'function' ? patch(element) : patch;
      return isSame(element, own) ? element : patched(element, own);
    });
    return template === doc.template ? doc : { ...doc, template };
  };

/** Changes what belongs to the label as a whole: its size, guides, fields, pictures. */
export const changeLabel =
  (patch: Partial<Omit<Template, 'version' | 'elements'>>): Command =>
  (doc) => {
    const isEqual = Object.entries(patch).every(
      ([key, value]) => (doc.template as Patch)[key] === value,
    );
    return isEqual ? doc : { ...doc, template: patched(doc.template, patch) };
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
        field.name === name ? patched(field, patch) : field,
      ),
    })(doc);

export const removeField =
  (name: string): Command =>
  (doc) =>
    changeLabel({ fields: doc.template.fields.filter((field) => field.name !== name) })(doc);

/** In braces a field stands as its name, or in a formula. One that cannot be read is left as it is written. */
const renamedIn = (content: string, { from, to, names }: Rename): string =>
  content.replace(BRACES, (whole: string, inner: string) => {
    const source = inner.trim();
    if (source === from) return `{{${to}}}`;
    if (names.has(source)) return whole;
    const renamed = renamedInSource(source, from, to);
    return renamed === null || renamed === source ? whole : `{{${renamed}}}`;
  });

type Rename = { from: string; to: string; names: ReadonlySet<string> };
const BRACES = /\{\{([^{}]*)\}\}/g;

const withContents = (
  element: TemplateElement,
  to: (content: string) => string,
): TemplateElement => {
  if (element.type === 'table') {
    const cells = element.cells.map((cell) => ({ ...cell, content: to(cell.content) }));
    return cells.every((cell, i) => cell.content === element.cells[i]?.content)
      ? element
      : { ...element, cells };
  }
  if (!('content' in element)) return element;
  const content = to(element.content);
  if (element.type === 'text' && element.tail) {
    const tail = { ...element.tail, content: to(element.tail.content) };
    return content === element.content && tail.content === element.tail.content
      ? element
      : { ...element, content, tail };
  }
  return content === element.content ? element : { ...element, content };
};

/** Another name for a field, in all contents and formulas as well. Nothing when another has it, or a formula grows too long. */
export const renameField =
  (from: string, to: string): Command =>
  (doc) => {
    const { template } = doc;
    if (from === to || template.fields.some(({ name }) => name === to)) return doc;
    const fields = template.fields.map((field) => {
      const { formula } = field;
      const own =
        field.name === from
          ? { ...field, name: to, label: field.label === from ? to : field.label }
          : field;
      const renamed = formula === undefined ? null : renamedInSource(formula, from, to);
      return renamed === null ? own : { ...own, formula: renamed };
    });
    if (fields.some(({ formula = '' }) => formula.length > FORMULA_LENGTH)) return doc;
    const names = new Set(template.fields.map(({ name }) => name));
    const renamed = mapped(template, (element) =>
      withContents(element, (content) => renamedIn(content, { from, to, names })),
    );
    return { ...doc, template: { ...renamed, fields } };
  };
