import type { formulaTrouble, FUNCTIONS, LabelData, Template, workOut } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useMemo, useState } from 'react';
import { useDesigner } from '../designer.ts';
import { useShownValues } from '../shown-values.ts';

type Formulas = {
  FUNCTIONS: typeof FUNCTIONS;
  formulaTrouble: typeof formulaTrouble;
  workOut: typeof workOut;
};

let loading: Promise<Formulas> | null = null;

const loaded = (): Promise<Formulas> => {
  loading ??= import('@yunbiao/label').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};

/** What reads formulas, which comes with the engine; null until it has. */
export const useFormulas = (): Formulas | null => {
  const [formulas, setFormulas] = useState<Formulas | null>(null);
  useEffect(() => {
    let isGone = false;
    // Without it a formula is only not explained here: the label itself says what is wrong with it.
    loaded().then(
      (module) => isGone || setFormulas(module),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return formulas;
};

/** The row in view with everything worked out. */
export const useWorked = (): { data: LabelData; errors: ReadonlyMap<string, string> } => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const { data, at } = useShownValues();
  const formulas = useFormulas();
  return useMemo(
    () => formulas?.workOut(template, data, { at }) ?? { data, errors: new Map() },
    [formulas, template, data, at],
  );
};

/** What a formula prints on the label in view, or why not. */
export type Result = { printed: string } | { wrong: string };

const WHERE_SHOWN = 8;

/** `…* 2)`: where in a formula. */
const whereIn = (source: string, at: number | undefined): string => {
  if (at === undefined || source.length === 0) return '';
  const rest = source.slice(at, at + WHERE_SHOWN).trim();
  return rest === '' ? '（在最后）' : `（在“${rest}”那里）`;
};

const alone = (template: Template): Template => ({ ...template, elements: [] });

/** A formula tried on the label in view; null until formulas can be read. */
export const useResult = (source: string): Result | null => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const { data, at } = useShownValues();
  const formulas = useFormulas();
  return useMemo(() => {
    if (!formulas) return null;
    const trouble = formulas.formulaTrouble(source);
    if (trouble) return { wrong: trouble.message + whereIn(source, trouble.at) };
    // Under a name no field can have.
    const tried = { name: '{}', label: '', sample: '', formula: source };
    const whole = { ...alone(template), fields: [...template.fields, tried] };
    const worked = formulas.workOut(whole, data, { at });
    const wrong = worked.errors.get(tried.name);
    return wrong === undefined ? { printed: worked.data[tried.name] ?? '' } : { wrong };
  }, [formulas, template, source, data, at]);
};
