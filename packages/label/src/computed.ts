import { ExpressionError } from './expression/error.ts';
import type { Scope } from './expression/evaluate.ts';
import { type Expression, getExpression, readAt } from './expression/expression.ts';
import { isTyped } from './fields.ts';
import { getContent, fieldNamesIn } from './placeholders.ts';
import { withCells } from './table.ts';
import type { LabelData, Template, TemplateField } from './template.ts';

/** What labels are worked out with. */
export type WorkContext = {
  /**
   * When the batch was submitted, `2026-11-23T14:05:09` by the clock of the member's zone. Handed in, so that the same
   * batch prints the same label again. Without it a formula that asks for the date is an error.
   */
  at?: string | undefined;
};

/** The values of a label with everything worked out that can be. */
export type Worked = {
  /** With the values of formulas: by the field's name, or by what stands in the braces. */
  data: LabelData;
  /** Why a formula cannot be worked out, in Chinese, by the same names. */
  errors: ReadonlyMap<string, string>;
};

/** What of a template is worked out. */
type Plan = {
  fields: ReadonlyMap<string, TemplateField>;
  /** Names, of fields that are not typed and of placeholders that are no fields. */
  names: readonly string[];
};

const NO_ERRORS: ReadonlyMap<string, string> = new Map();
/** A template is not changed in place: whoever edits one makes another. */
const plans = new WeakMap<Template, Plan>();

function getPlan(template: Template): Plan {
  const known = plans.get(template);
  if (known) return known;
  const fields = new Map(template.fields.map((field) => [field.name, field]));
  const names = new Set(template.fields.filter((field) => !isTyped(field)).map(({ name }) => name));
  for (const element of withCells(template.elements))
    for (const name of fieldNamesIn(getContent(element) ?? ''))
      if (!fields.has(name)) names.add(name);
  const plan = { fields, names: [...names] };
  plans.set(template, plan);
  return plan;
}

/**
 * Works out the formulas of a template for one label. What is in the data already stays: labels are stored with what
 * was worked out for them, and print that again. A placeholder that is only a name no field has is left as it is.
 *
 * @example
 * const template = { …, fields: [{ name: '单价', … }], elements: [{ content: '{{小数(单价 * 2)}} 元', … }] };
 * workOut(template, { 单价: '1.5' }).data; // { 单价: '1.5', '小数(单价 * 2)': '3.00' }
 */
export function workOut(template: Template, data: LabelData, { at }: WorkContext = {}): Worked {
  const { fields, names } = getPlan(template);
  const open = names.filter((name) => !Object.hasOwn(data, name));
  if (open.length === 0) return { data, errors: NO_ERRORS };
  const work = new LabelWork(fields, data, at);
  for (const name of open) work.settle(name);
  return { data: work.data, errors: work.errors };
}

/** One label while its formulas are worked out, each once, those it needs first. */
class LabelWork {
  readonly errors = new Map<string, string>();
  readonly data: LabelData;
  private readonly fields: ReadonlyMap<string, TemplateField>;
  private readonly underway: string[] = [];
  private readonly scope: Scope;

  constructor(fields: ReadonlyMap<string, TemplateField>, data: LabelData, at: string | undefined) {
    this.fields = fields;
    this.data = { ...data };
    this.scope = {
      getText: (name) => this.getText(name),
      getLabel: (name) => fields.get(name)?.label ?? name,
      at: at === undefined ? undefined : readAt(at),
      spent: { steps: 0, depth: 0 },
    };
  }

  /** Works out what a name stands for, and keeps it or why not. */
  settle(name: string): void {
    if (Object.hasOwn(this.data, name) || this.errors.has(name)) return;
    const field = this.fields.get(name);
    if (field?.serial !== undefined) {
      this.errors.set(name, '还没有号码，提交时才给');
      return;
    }
    const source = field?.formula ?? name;
    this.underway.push(name);
    try {
      const expression = getExpression(source);
      // Told as a field that is missing, as ever.
      if (isNameAlone(expression, name) && !this.fields.has(name)) return;
      this.data[name] = expression.print(this.scope);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.errors.set(name, error.message);
    } finally {
      this.underway.pop();
    }
  }

  private getText(name: string): string {
    const field = this.fields.get(name);
    if (field !== undefined && !isTyped(field) && !Object.hasOwn(this.data, name)) {
      if (this.underway.includes(name))
        throw new ExpressionError(`公式绕回了自己：${[...this.underway, name].join(' → ')}`);
      this.settle(name);
      const error = this.errors.get(name);
      if (error !== undefined) throw new ExpressionError(`${field.label}：${error}`);
    }
    const value = Object.hasOwn(this.data, name) ? this.data[name] : undefined;
    if (value === undefined && field === undefined)
      throw new ExpressionError(`没有“${name}”这一栏`);
    return value ?? '';
  }
}

const isNameAlone = ({ fields }: Expression, name: string): boolean =>
  fields.length === 1 && fields[0] === name;

/** Names whose values nobody types: fields that are worked out or counted, and formulas in braces. */
export function workedNames(template: Template): ReadonlySet<string> {
  const { fields, names } = getPlan(template);
  const isName = (name: string): boolean => {
    try {
      return isNameAlone(getExpression(name), name);
    } catch (error) {
      if (error instanceof ExpressionError) return false;
      throw error;
    }
  };
  return new Set(names.filter((name) => fields.has(name) || !isName(name)));
}

/** What is wrong with the formulas themselves, before any label: element or field and why, in Chinese. */
export function formulaTroubles(template: Template): { name: string; message: string }[] {
  const { fields, names } = getPlan(template);
  return names.flatMap((name) => {
    if (fields.get(name)?.serial !== undefined) return [];
    try {
      const expression = getExpression(fields.get(name)?.formula ?? name);
      const unknown = expression.fields.find((used) => !fields.has(used));
      return unknown === undefined ? [] : [{ name, message: `没有“${unknown}”这一栏` }];
    } catch (error) {
      if (error instanceof ExpressionError) return [{ name, message: error.message }];
      throw error;
    }
  });
}
