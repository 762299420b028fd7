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
  afterStoring,
  changedFields,
  changedPart,
  type Errors,
  type FormState,
  refused,
  type Same,
  getStart,
  typed,
} from './form-state.ts';

/** Resolves to what is wrong (field → message, `{}` when it was said elsewhere), or to null when it went through. */
export type Act = () => Promise<Errors | null>;

export type Form<V extends object> = {
  ref: RefObject<HTMLFormElement | null>;
  base: V;
  values: V;
  errors: Errors;
  /** Fields that differ from the base. */
  changed: (keyof V & string)[];
  isTouched: boolean;
  /** It is being sent: nothing more can be sent, and what must not change meanwhile is read-only. */
  isBusy: boolean;
  /** The state as it is this moment, ahead of the next drawing. */
  now: () => FormState<V>;
  /** The fields that differ from the base this moment; null when none does, or it is over. */
  unsaved: () => Partial<V> | null;
  /** Takes what was typed. */
  set: (part: Partial<V>) => void;
  /** Takes what nobody typed: what was stored, or found out. */
  put: (values: V) => void;
  /** What it starts with is another, or is known only now. */
  rebase: (base: V) => void;
  /** What is in it is the typist's own from now on, though nobody typed it here. */
  touch: () => void;
  /** Back to the base. */
  discard: () => void;
  /** `sent` was stored as `stored`. */
  store: (sent: V, stored: V) => void;
  /** Says what was found wrong without being asked: the focus stays where it is. */
  say: (errors: Errors) => void;
  /** Says what is wrong; the first field that is gets the focus. */
  refuse: (errors: Errors) => void;
  /** Nothing is left to send, to keep or to ask about. */
  finish: () => void;
  /** Runs it, one at a time: a second press while it runs does nothing. True when it went through. */
  submit: (act: Act) => Promise<boolean>;
  /** For the `form` element: its button and Enter run the act. */
  props: (act: Act) => {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
};

/**
 * A form's base, what is typed over it, what is wrong with it, and the one way to send it. `useStoredDraft` keeps what is
 * typed, `useGuard` asks before it is left behind.
 */
export const useForm = <V extends object>(base: V | (() => V), same?: Same<V>): Form<V> => {
  const ref = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(() => getStart(typeof base === 'function' ? base() : base));
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(state);
  const under = useRef(false);
  const sameness = useRef(same);
  useEffect(() => {
    if (state.refusals > 0) focusFirstError(ref.current);
  }, [state.refusals]);

  const acts = useMemo(() => {
    const change = (to: (now: FormState<V>) => FormState<V>): void => {
      latest.current = to(latest.current);
      setState(latest.current);
    };
    const refuse = (errors: Errors): void => change((now) => refused(now, errors));
    const submit = async (act: Act): Promise<boolean> => {
      // Known at once, not only with the next drawing: a second press comes sooner.
      if (under.current || latest.current.isOver) return false;
      under.current = true;
      setBusy(true);
      try {
        const errors = await act();
        if (errors) refuse(errors);
        else change((now) => ({ ...now, errors: {} }));
        return errors === null;
      } finally {
        under.current = false;
        setBusy(false);
      }
    };
    return {
      now: () => latest.current,
      unsaved: () => {
        const { isOver, base: from, values } = latest.current;
        return isOver ? null : changedPart(from, values, sameness.current);
      },
      set: (part: Partial<V>) => change((now) => typed(now, part, sameness.current)),
      put: (values: V) => change((now) => ({ ...now, values, isTouched: false })),
      rebase: (from: V) => change((now) => ({ ...getStart(from), refusals: now.refusals })),
      touch: () => change((now) => ({ ...now, isTouched: true })),
      discard: () => change((now) => ({ ...getStart(now.base), refusals: now.refusals })),
      store: (sent: V, stored: V) => change((now) => afterStoring(now, sent, stored)),
      finish: () => change((now) => ({ ...now, isOver: true })),
      say: (errors: Errors) => change((now) => ({ ...now, errors })),
      refuse,
      submit,
    };
  }, []);
  const { submit } = acts;
  const props = useCallback(
    (act: Act) => ({
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
    props,
    base: state.base,
    values: state.values,
    errors: state.errors,
    isTouched: state.isTouched,
    isBusy: isBusy || state.isOver,
    changed: changedFields(state.base, state.values, same),
  };
};
