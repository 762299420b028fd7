/** Field → what is wrong with it. `form` and `_` are about the whole. */
export type Errors = Partial<Record<string, string>>;

/** Whether a field says the same in both. */
export type Same<V> = (field: keyof V & string, one: V, other: V) => boolean;

export type FormState<V> = {
  /** What the form started with, or what was last stored. */
  base: V;
  values: V;
  errors: Errors;
  /** Something was typed here since the form was filled. */
  isTouched: boolean;
  /** How often it was refused: each time the first error gets the focus. */
  refusals: number;
  /** It was sent or given up for good: nothing is left to keep, to lose or to send. */
  isOver: boolean;
};

const identical = <V>(field: keyof V & string, one: V, other: V): boolean =>
  one[field] === other[field];

export const getStart = <V>(base: V): FormState<V> => ({
  base,
  values: base,
  errors: {},
  isTouched: false,
  refusals: 0,
  isOver: false,
});

export const changedFields = <V extends object>(
  base: V,
  values: V,
  same: Same<V> = identical,
): (keyof V & string)[] =>
  (Object.keys(values) as (keyof V & string)[]).filter((field) => !same(field, base, values));

/** The fields that differ from the base; null when none does. */
export const changedPart = <V extends object>(
  base: V,
  values: V,
  same: Same<V> = identical,
): Partial<V> | null => {
  const fields = changedFields(base, values, same);
  if (fields.length === 0) return null;
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<V>;
};

/** The base with what was stored; a field the form does not have, or of another kind, is left as it is. */
export const withStored = <V extends object>(base: V, stored: unknown): V => {
  if (typeof stored !== 'object' || stored === null) return base;
  const found = stored as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(base).map(([field, value]) => [
      field,
      typeof found[field] === typeof value ? found[field] : value,
    ]),
  ) as V;
};

/** After typing: what was wrong with the fields that changed, and with the whole, is said no longer. */
export const typed = <V extends object>(
  state: FormState<V>,
  part: Partial<V>,
  same: Same<V> = identical,
): FormState<V> => {
  const values = { ...state.values, ...part };
  const gone: string[] = ['form', '_', ...changedFields(state.values, values, same)];
  const errors = Object.fromEntries(
    Object.entries(state.errors).filter(([field]) => !gone.includes(field)),
  );
  return { ...state, values, errors, isTouched: true };
};

export const refused = <V>(state: FormState<V>, errors: Errors): FormState<V> => ({
  ...state,
  errors,
  refusals: state.refusals + 1,
});

/** After `sent` was stored as `stored`: what was typed meanwhile stays. */
export const afterStoring = <V extends object>(
  state: FormState<V>,
  sent: V,
  stored: V,
): FormState<V> => {
  const meanwhile = changedPart(sent, state.values);
  return {
    ...state,
    base: stored,
    values: { ...stored, ...meanwhile },
    errors: {},
    isTouched: meanwhile !== null,
  };
};
