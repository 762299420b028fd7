import type {
  checkFormula,
  FUNCTIONS,
  LabelData,
  Template,
  evaluateFormulas,
  findUnprinted,
} from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useMemo, useState } from 'react';
import { useDesigner } from '../designer.ts';
import { useShownValues } from '../shown-values.ts';

type Formulas = {
  FUNCTIONS: typeof FUNCTIONS;
  checkFormula: typeof checkFormula;
  evaluateFormulas: typeof evaluateFormulas;
  findUnprinted: typeof findUnprinted;
};

let loading: Promise<Formulas> | null = null;

const loadFormulaModule = (): Promise<Formulas> => {
  loading ??= import('@yunbiao/label').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};

/** The formula module, loaded with the engine; null until then. */
export const useFormulaModule = (): Formulas | null => {
  const [formulas, setFormulas] = useState<Formulas | null>(null);
  useEffect(() => {
    let isGone = false;
    // If loading fails, only the explanation of formulas is missing: the label itself reports
    // errors.
    loadFormulaModule().then(
      (module) => isGone || setFormulas(module),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return formulas;
};

/** Values of the current row, including computed fields. */
export const useComputedValues = (): { data: LabelData; errors: ReadonlyMap<string, string> } => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const { data, at } = useShownValues();
  const formulas = useFormulaModule();
  return useMemo(
    () => formulas?.evaluateFormulas(template, data, { at }) ?? { data, errors: new Map() },
    [formulas, template, data, at],
  );
};

/** Result of a formula for the current label, or its error. */
export type Result = { printed: string } | { wrong: string };

const EXCERPT_LENGTH = 8;

/** `…* 2)`: position in a formula, as an excerpt. */
const describeFormulaPosition = (source: string, at: number | undefined): string => {
  if (at === undefined || source.length === 0) return '';
  const excerpt = source.slice(at, at + EXCERPT_LENGTH).trim();
  return excerpt === '' ? '（在最后）' : `（在“${excerpt}”那里）`;
};

const omitElements = (template: Template): Template => ({ ...template, elements: [] });

/** Evaluates a formula for the current label; null until the formula module is loaded. */
export const useFormulaResult = (source: string): Result | null => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const { data, at } = useShownValues();
  const formulas = useFormulaModule();
  return useMemo(() => {
    if (!formulas) return null;
    const trouble = formulas.checkFormula(source);
    if (trouble) return { wrong: trouble.message + describeFormulaPosition(source, trouble.at) };
    // Use a name that no field can have.
    const trialField = { name: '{}', label: '', sample: '', formula: source };
    const trialTemplate = { ...omitElements(template), fields: [...template.fields, trialField] };
    const evaluation = formulas.evaluateFormulas(trialTemplate, data, { at });
    const problem = evaluation.errors.get(trialField.name);
    return problem === undefined
      ? { printed: evaluation.data[trialField.name] ?? '' }
      : { wrong: problem };
  }, [formulas, template, source, data, at]);
};
