import { ExpressionError } from '../expression/error.ts';
import { parseFormulaWithCache } from '../expression/expression.ts';
import { getFullElementText, listPlaceholderNames } from '../placeholders.ts';
import type { Template } from '../template.ts';
import { type Condition, listConditionalElements } from './conditions.ts';

/** Names that an element with conditions uses: fields, formulas in braces, and what these use. */
export type ConditionalUse = { conditions: readonly Condition[]; names: ReadonlySet<string> };

/** Uses of names in a template whose elements have conditions. */
export type FieldUses = {
  /** Names that every label needs. */
  always: ReadonlySet<string>;
  conditional: readonly ConditionalUse[];
};

const listFormulaFields = (source: string): readonly string[] => {
  try {
    return parseFormulaWithCache(source).fields;
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
};

/** Adds the names and everything their formulas use. */
function addWithDependencies(
  names: Set<string>,
  added: readonly string[],
  formulas: ReadonlyMap<string, string | undefined>,
): void {
  const pending = [...added];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    const source = formulas.has(name) ? formulas.get(name) : name;
    if (source !== undefined) pending.push(...listFormulaFields(source));
  }
}

/** Undefined for a template without conditions. */
export function findFieldUses(
  template: Pick<Template, 'fields' | 'elements' | 'groups'>,
): FieldUses | undefined {
  const elements = listConditionalElements(template);
  if (elements.every(({ conditions }) => conditions.length === 0)) return undefined;
  const formulas = new Map(template.fields.map(({ name, formula }) => [name, formula]));
  const always = new Set<string>();
  const conditional: ConditionalUse[] = [];
  const usedNames = new Set<string>();
  for (const { element, conditions } of elements) {
    const content = listPlaceholderNames(getFullElementText(element) ?? '');
    const names = conditions.length === 0 ? always : new Set<string>();
    addWithDependencies(names, content, formulas);
    for (const { source } of conditions)
      addWithDependencies(always, listFormulaFields(source), formulas);
    if (conditions.length === 0) continue;
    conditional.push({ conditions, names });
    for (const name of names) usedNames.add(name);
  }
  for (const { name } of template.fields) if (!usedNames.has(name)) always.add(name);
  return { always, conditional };
}
