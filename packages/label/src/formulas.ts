import {
  type Condition,
  describeConditionOwner,
  listConditionalElements,
  listConditions,
} from './condition/conditions.ts';
import { type FieldUses, findFieldUses } from './condition/field-uses.ts';
import { FAILS, failsCondition, getConditionKey, HOLDS } from './expression/condition-key.ts';
import { ExpressionError } from './expression/error.ts';
import type { Scope } from './expression/evaluate.ts';
import { type Expression, parseFormulaWithCache, parseBatchTime } from './expression/expression.ts';
import { isTypedField } from './fields.ts';
import { getFullElementText, listPlaceholderNames } from './placeholders.ts';
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
  /** Undefined for a template without conditions. */
  uses: FieldUses | undefined;
  conditionSources: readonly string[];
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
  for (const element of listElementsWithCells(template))
    for (const name of listPlaceholderNames(getFullElementText(element) ?? ''))
      if (!fields.has(name)) names.add(name);
  const plan = {
    fields,
    names: [...names],
    uses: findFieldUses(template),
    conditionSources: listConditions(template).map(({ source }) => source),
  };
  planByTemplate.set(template, plan);
  return plan;
}

/**
 * Evaluates the formulas of a template for one label. Values already in the data stay: labels are
 * stored with their computed values, and a reprint uses those. A placeholder that is only a name
 * without a field stays unresolved. Conditions come first: what only elements use that they hide
 * is not evaluated.
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
  const { fields, names, uses } = getOrCreateFormulaPlan(template);
  const unresolvedNames = names.filter((name) => !Object.hasOwn(data, name));
  if (unresolvedNames.length === 0 && uses === undefined) return { data, errors: NO_ERRORS };
  const evaluation = new LabelEvaluation(fields, data, at);
  const neededNames = uses && evaluation.resolveConditions(uses);
  for (const name of unresolvedNames) if (neededNames?.has(name) ?? true) evaluation.resolve(name);
  return { data: evaluation.data, errors: evaluation.errors };
}

/** Names that the label needs: those used by elements that its conditions do not hide. */
export function listNeededNames(
  template: Template,
  data: LabelData,
  { at }: EvaluationContext = {},
): ReadonlySet<string> | undefined {
  const { fields, uses } = getOrCreateFormulaPlan(template);
  return uses && new LabelEvaluation(fields, data, at).resolveConditions(uses);
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

  /** Evaluates the conditions from the outermost; returns the names that are needed then. */
  resolveConditions({ always, conditional }: FieldUses): ReadonlySet<string> {
    const neededNames = new Set(always);
    for (const { conditions, names } of conditional)
      if (this.isShown(conditions)) for (const name of names) neededNames.add(name);
    return neededNames;
  }

  /** A condition that cannot be computed hides nothing: its error is reported. */
  private isShown(conditions: readonly Condition[]): boolean {
    return conditions.every(({ source }) => {
      this.resolveCondition(source);
      return !failsCondition(this.data, source);
    });
  }

  private resolveCondition(source: string): void {
    const key = getConditionKey(source);
    if (Object.hasOwn(this.data, key) || this.errors.has(key)) return;
    try {
      const holds = parseFormulaWithCache(source).evaluateToCondition(this.scope);
      this.data[key] = holds ? HOLDS : FAILS;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.errors.set(key, error.message);
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

/** What the conditions of a label hide. */
export type Unprinted = {
  /** Elements, cells and groups whose own condition fails, outermost only. */
  owners: readonly Condition['owner'][];
  /** Ids of all elements that are not drawn; a cell's is the table's with its place. */
  ids: ReadonlySet<string>;
};

const NOTHING_UNPRINTED: Unprinted = { owners: [], ids: new Set() };

/** What the conditions hide on a label with this data. */
export function findUnprinted(
  template: Template,
  labelData: LabelData,
  context: EvaluationContext = {},
): Unprinted {
  if (getOrCreateFormulaPlan(template).uses === undefined) return NOTHING_UNPRINTED;
  const { data } = evaluateFormulas(template, labelData, context);
  const owners = new Set<Condition['owner']>();
  const ids = new Set<string>();
  for (const { element, conditions } of listConditionalElements(template)) {
    const failed = conditions.find(({ source }) => failsCondition(data, source));
    if (!failed) continue;
    owners.add(failed.owner);
    ids.add(element.id);
  }
  return { owners: [...owners], ids };
}

/**
 * Names of values that are not typed: computed fields, serial numbers, formulas in braces, and
 * results of conditions.
 */
export function listComputedNames(template: Template): ReadonlySet<string> {
  const { fields, names, conditionSources } = getOrCreateFormulaPlan(template);
  const isSoleFieldFormula = (name: string): boolean => {
    try {
      return isSoleFieldReference(parseFormulaWithCache(name), name);
    } catch (error) {
      if (error instanceof ExpressionError) return false;
      throw error;
    }
  };
  return new Set([
    ...names.filter((name) => fields.has(name) || !isSoleFieldFormula(name)),
    ...conditionSources.map(getConditionKey),
  ]);
}

/** A formula of a template with its error in Chinese. */
export type FormulaFault = {
  /** The field or placeholder; for a condition, the name of what has it. */
  name: string;
  /** The formula in a message: `“合计”的公式`, `“火焰”的打印条件`. */
  subject: string;
  message: string;
};

/** The error in a formula; undefined when it can be evaluated. */
function findFormulaFault(
  source: string,
  fields: ReadonlyMap<string, TemplateField>,
): string | undefined {
  try {
    const unknown = parseFormulaWithCache(source).fields.find((name) => !fields.has(name));
    return unknown === undefined ? undefined : `没有“${unknown}”这一栏`;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

/** Checks the formulas and conditions themselves, without label data. */
export function checkTemplateFormulas(template: Template): FormulaFault[] {
  const { fields, names } = getOrCreateFormulaPlan(template);
  const formulas = names.flatMap((name) => {
    const { serial, formula = name } = fields.get(name) ?? {};
    return serial === undefined ? [{ name, subject: `“${name}”的公式`, source: formula }] : [];
  });
  const conditions = listConditions(template).map(({ source, owner }) => {
    const name = describeConditionOwner(owner);
    return { name, subject: `${name}的打印条件`, source };
  });
  return [...formulas, ...conditions].flatMap(({ name, subject, source }) => {
    const message = findFormulaFault(source, fields);
    return message === undefined ? [] : [{ name, subject, message }];
  });
}
