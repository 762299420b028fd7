/** Field → error message. `form` and `_` apply to the complete form. */
export type Errors = Partial<Record<string, string>>;

/** Compares the values of a field. */
export type IsSameField<V> = (field: keyof V & string, first: V, second: V) => boolean;

export type FormState<V> = {
  /** Initial values, or the values of the last save. */
  base: V;
  values: V;
  errors: Errors;
  /** True when the user changed something since the form was filled. */
  isTouched: boolean;
  /** Number of refusals. Each refusal moves the focus to the first error. */
  refusals: number;
  /** True when the form was sent or discarded: it has no more unsaved input. */
  isFinished: boolean;
};

const isFieldIdentical = <V>(field: keyof V & string, other: V, v: V): boolean =>
  other[field] === v[field];

export const createFormState = <V>(base: V): FormState<V> => ({
  base,
  values: base,
  errors: {},
  isTouched: false,
  refusals: 0,
  isFinished: false,
});

export const listChangedFields = <V extends object>(
  base: V,
  values: V,
  isSame: IsSameField<V> = isFieldIdentical,
): (keyof V & string)[] =>
  (Object.keys(values) as (keyof V & string)[]).filter((field) => !isSame(field, base, values));

/** Returns the fields that differ from the base, or null when none differ. */
export const pickChangedFields = <V extends object>(
  base: V,
  values: V,
  isSame: IsSameField<V> = isFieldIdentical,
): Partial<V> | null => {
  const fields = listChangedFields(base, values, isSame);
  if (fields.length === 0) return null;
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<V>;
};

/** Merges stored values into the base. Unknown fields and values of another type are ignored. */
export const mergeStoredValues = <V extends object>(base: V, storedValue: unknown): V => {
  if (typeof storedValue !== 'object' || storedValue === null) return base;
  const storedFields = storedValue as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(base).map(([field, value]) => [
      field,
      typeof storedFields[field] === typeof value ? storedFields[field] : value,
    ]),
  ) as V;
};

/** Applies input. Clears the errors of changed fields and of the form. */
export const applyFormInput = <V extends object>(
  state: FormState<V>,
  part: Partial<V>,
  isSame: IsSameField<V> = isFieldIdentical,
): FormState<V> => {
  const values = { ...state.values, ...part };
  const goneErrors: string[] = ['form', '_', ...listChangedFields(state.values, values, isSame)];
  const errors = Object.fromEntries(
    Object.entries(state.errors).filter(([field]) => !goneErrors.includes(field)),
  );
  return { ...state, values, errors, isTouched: true };
};

export const applyFormErrors = <V>(state: FormState<V>, errors: Errors): FormState<V> => ({
  ...state,
  errors,
  refusals: state.refusals + 1,
});

/** Applies a successful save. Input typed during the save stays. */
export const applyFormSave = <V extends object>(
  state: FormState<V>,
  sentValues: V,
  storedValues: V,
): FormState<V> => {
  const changedSince = pickChangedFields(sentValues, state.values);
  return {
    ...state,
    base: storedValues,
    values: { ...storedValues, ...changedSince },
    errors: {},
    isTouched: changedSince !== null,
  };
};
