import { ExpressionError } from './expression/error.ts';
import type { Scope } from './expression/evaluate.ts';
import { type Expression, parseFormulaWithCache, parseBatchTime } from './expression/expression.ts';
import { isTypedField } from './fields.ts';
import { getElementContent, listPlaceholderNames } from './placeholders.ts';
import { listElementsWithCells } from './table.ts';
import type { LabelData, Template, TemplateField } from './template.ts';

export type EvaluationContext = {
  /**
   * Submission time of the batch, `2026-11-23T14:05:09`, in the member's time zone. The caller
   * passes it so that a reprint yields the same label. Without it, a formula that uses the date is
   * an error.
   */
  at?: string | undefined;
};

/** Label data with all formulas evaluated that can be. */
export type EvaluatedData = {
  /** Includes formula results, keyed by field name or by the text between the braces. */
  data: LabelData;
  /** Chinese messages of formulas that failed, with the same keys. */
  errors: ReadonlyMap<string, string>;
};

/** Computed parts of a template. */
type FormulaPlan = {
  fields: ReadonlyMap<string, TemplateField>;
  /** Names of computed fields, and of placeholders that are not fields. */
  names: readonly string[];
};

const NO_ERRORS: ReadonlyMap<string, string> = new Map();
/** Templates are immutable, so the object is a valid cache key. */
const planByTemplate = new WeakMap<Template, FormulaPlan>();

function getOrCreateFormulaPlan(template: Template): FormulaPlan {
  const cachedPlan = planByTemplate.get(template);
  if (cachedPlan) return cachedPlan;
  const fields = new Map(template.fields.map((field) => [field.name, field]));
  const names = new Set(
    template.fields.filter((field) => !isTypedField(field)).map(({ name }) => name),
  );
  for (const element of listElementsWithCells(template.elements))
    for (const name of listPlaceholderNames(getElementContent(element) ?? ''))
      if (!fields.has(name)) names.add(name);
  const plan = { fields, names: [...names] };
  planByTemplate.set(template, plan);
  return plan;
}

/**
 * Evaluates the formulas of a template for one label. Values already in the data stay: labels are
 * stored with their computed values, and a reprint uses those. A placeholder that is only a name
 * without a field stays unresolved.
 *
 * @example
 * const elements = [{ content: '{{小数(单价 * 2)}} 元', … }];
 * const template = { …, fields: [{ name: '单价', … }], elements };
 * evaluateFormulas(template, { 单价: '1.5' }).data; // { 单价: '1.5', '小数(单价 * 2)': '3.00' }
 */
export function evaluateFormulas(
  template: Template,
  data: LabelData,
  { at }: EvaluationContext = {},
): EvaluatedData {
  const { fields, names } = getOrCreateFormulaPlan(template);
  const unresolvedNames = names.filter((name) => !Object.hasOwn(data, name));
  if (unresolvedNames.length === 0) return { data, errors: NO_ERRORS };
  const evaluation = new LabelEvaluation(fields, data, at);
  for (const name of unresolvedNames) evaluation.resolve(name);
  return { data: evaluation.data, errors: evaluation.errors };
}

/**
 * Evaluation state of one label. Each formula is evaluated once, after the formulas it depends on.
 */
class LabelEvaluation {
  readonly errors = new Map<string, string>();
  readonly data: LabelData;
  private readonly fields: ReadonlyMap<string, TemplateField>;
  private readonly namesInProgress: string[] = [];
  private readonly scope: Scope;

  constructor(fields: ReadonlyMap<string, TemplateField>, data: LabelData, at: string | undefined) {
    this.fields = fields;
    this.data = { ...data };
    this.scope = {
      getText: (name) => this.getText(name),
      getLabel: (name) => fields.get(name)?.label ?? name,
      at: at === undefined ? undefined : parseBatchTime(at),
      usage: { steps: 0, depth: 0 },
    };
  }

  /** Evaluates a name and stores its value or its error. */
  resolve(name: string): void {
    if (Object.hasOwn(this.data, name) || this.errors.has(name)) return;
    const field = this.fields.get(name);
    if (field?.serial !== undefined) {
      this.errors.set(name, '还没有号码，提交时才给');
      return;
    }
    const source = field?.formula ?? name;
    this.namesInProgress.push(name);
    try {
      const expression = parseFormulaWithCache(source);
      // Reported elsewhere as a missing field, so no formula error here.
      if (isSoleFieldReference(expression, name) && !this.fields.has(name)) return;
      this.data[name] = expression.evaluateToText(this.scope);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.errors.set(name, error.message);
    } finally {
      this.namesInProgress.pop();
    }
  }

  private getText(name: string): string {
    const field = this.fields.get(name);
    if (field !== undefined && !isTypedField(field) && !Object.hasOwn(this.data, name)) {
      if (this.namesInProgress.includes(name))
        throw new ExpressionError(`公式绕回了自己：${[...this.namesInProgress, name].join(' → ')}`);
      this.resolve(name);
      const error = this.errors.get(name);
      if (error !== undefined) throw new ExpressionError(`${field.label}：${error}`);
    }
    const value = Object.hasOwn(this.data, name) ? this.data[name] : undefined;
    if (value === undefined && field === undefined)
      throw new ExpressionError(`没有“${name}”这一栏`);
    return value ?? '';
  }
}

const isSoleFieldReference = ({ fields }: Expression, name: string): boolean =>
  fields.length === 1 && fields[0] === name;

/** Names of values that are not typed: computed fields, serial numbers, and formulas in braces. */
export function listComputedNames(template: Template): ReadonlySet<string> {
  const { fields, names } = getOrCreateFormulaPlan(template);
  const isSoleFieldFormula = (name: string): boolean => {
    try {
      return isSoleFieldReference(parseFormulaWithCache(name), name);
    } catch (error) {
      if (error instanceof ExpressionError) return false;
      throw error;
    }
  };
  return new Set(names.filter((name) => fields.has(name) || !isSoleFieldFormula(name)));
}

/**
 * Checks the formulas themselves, without label data. Returns the field or placeholder and a
 * Chinese message.
 */
export function checkTemplateFormulas(template: Template): { name: string; message: string }[] {
  const { fields, names } = getOrCreateFormulaPlan(template);
  return names.flatMap((name) => {
    if (fields.get(name)?.serial !== undefined) return [];
    try {
      const expression = parseFormulaWithCache(fields.get(name)?.formula ?? name);
      const unknown = expression.fields.find((name) => !fields.has(name));
      return unknown === undefined ? [] : [{ name, message: `没有“${unknown}”这一栏` }];
    } catch (error) {
      if (error instanceof ExpressionError) return [{ name, message: error.message }];
      throw error;
    }
  });
}
