import {
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { focusFirstError } from './first-error.ts';
import {
  applyFormSave as applySaved,
  listChangedFields,
  pickChangedFields,
  type Errors,
  type FormState,
  applyFormErrors,
  type IsSameField,
  createFormState,
  applyFormInput,
} from './form-state.ts';

/**
 * Resolves to errors (field → message; `{}` when the error was already displayed), or to null on
 * success.
 */
export type SubmitAction = () => Promise<Errors | null>;

export type Form<V extends object> = {
  ref: RefObject<HTMLFormElement | null>;
  base: V;
  values: V;
  errors: Errors;
  changed: (keyof V & string)[];
  isTouched: boolean;
  /** True while the form is sent. Submit is disabled and dependent fields are read-only. */
  isBusy: boolean;
  /** Current state, possibly newer than the rendered one. */
  getState: () => FormState<V>;
  /** Fields that currently differ from the base; null when none differ or the form is finished. */
  getUnsaved: () => Partial<V> | null;
  /** Applies user input. */
  set: (part: Partial<V>) => void;
  /** Replaces the values without user input, for example with stored values. */
  replaceValues: (values: V) => void;
  /** Sets other initial values, for example after loading. */
  rebase: (base: V) => void;
  /** Treats the current values as user input. */
  markTouched: () => void;
  discard: () => void;
  /** Applies a successful save of `sent`; the server stored `stored`. */
  applySave: (sentValues: V, storedValues: V) => void;
  /** Shows errors without moving the focus. */
  showErrors: (errors: Errors) => void;
  /** Shows errors and moves the focus to the first invalid field. */
  reject: (errors: Errors) => void;
  /** Marks the form as finished: it has no unsaved input. */
  finish: () => void;
  /** Runs the action. Ignores calls while an action runs. Resolves to true on success. */
  submit: (act: SubmitAction) => Promise<boolean>;
  /** Props for the `form` element, so that its button and Enter run the action. */
  getFormProps: (act: SubmitAction) => {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
};

/** The changes of a form that do not run an action. */
const createFormChanges = <V extends object>(
  update: (to: (now: FormState<V>) => FormState<V>) => void,
  sameness: RefObject<IsSameField<V> | undefined>,
) => ({
  set: (part: Partial<V>) => update((now) => applyFormInput(now, part, sameness.current)),
  replaceValues: (values: V) => update((now) => ({ ...now, values, isTouched: false })),
  rebase: (from: V) => update((now) => ({ ...createFormState(from), refusals: now.refusals })),
  markTouched: () => update((now) => ({ ...now, isTouched: true })),
  discard: () => update((now) => ({ ...createFormState(now.base), refusals: now.refusals })),
  applySave: (sentValues: V, storedValues: V) =>
    update((now) => applySaved(now, sentValues, storedValues)),
  finish: () => update((now) => ({ ...now, isFinished: true })),
  showErrors: (errors: Errors) => update((now) => ({ ...now, errors })),
  reject: (errors: Errors) => update((now) => applyFormErrors(now, errors)),
});

/** The current state of a form, and the actions that change it. The actions never change. */
const useFormState = <V extends object>(base: V | (() => V), isSame?: IsSameField<V>) => {
  const [state, setState] = useState(() =>
    createFormState(typeof base === 'function' ? base() : base),
  );
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(state);
  const isRunning = useRef(false);
  const sameness = useRef(isSame);
  const acts = useMemo(() => {
    const updateFormState = (to: (now: FormState<V>) => FormState<V>): void => {
      latest.current = to(latest.current);
      setState(latest.current);
    };
    const changes = createFormChanges(updateFormState, sameness);
    const submitForm = async (act: SubmitAction): Promise<boolean> => {
      // A ref is up to date at once. A second click can come before the next render.
      if (isRunning.current || latest.current.isFinished) return false;
      isRunning.current = true;
      setBusy(true);
      try {
        const errors = await act();
        if (errors) changes.reject(errors);
        else updateFormState((now) => ({ ...now, errors: {} }));
        return errors === null;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    };
    return {
      getState: () => latest.current,
      getUnsaved: () => {
        const { isFinished, base: from, values } = latest.current;
        return isFinished ? null : pickChangedFields(from, values, sameness.current);
      },
      ...changes,
      submit: submitForm,
    };
  }, []);
  return { state, isBusy, acts };
};

/**
 * State of a form: base, values, errors and submit. `useStoredDraft` stores the input, `useUnsavedChangesGuard`
 * asks before unsaved input is lost.
 */
export const useForm = <V extends object>(
  base: V | (() => V),
  isSame?: IsSameField<V>,
): Form<V> => {
  const ref = useRef<HTMLFormElement>(null);
  const { state, isBusy, acts } = useFormState(base, isSame);
  useEffect(() => {
    if (state.refusals > 0) focusFirstError(ref.current);
  }, [state.refusals]);

  const { submit } = acts;
  const getFormProps = useCallback(
    (act: SubmitAction) => ({
      ref,
      noValidate: true as const,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit(act);
      },
    }),
    [submit],
  );
  return {
    ...acts,
    ref,
    getFormProps,
    base: state.base,
    values: state.values,
    errors: state.errors,
    isTouched: state.isTouched,
    isBusy: isBusy || state.isFinished,
    changed: listChangedFields(state.base, state.values, isSame),
  };
};
