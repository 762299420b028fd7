import { useEffect, useRef, useState } from 'react';
import { type Form, useForm } from '../../kit/form/use-form.ts';
import type { Plan } from './load.ts';
import { type AskedCode, type Priced, usePrice } from './use-price.ts';

export type CodeUse = {
  /** The code that was asked about; '' without one. */
  code: string;
  form: Form<{ typed: string }>;
  priced: Priced;
  type: (typed: string) => void;
  /** Asks about what is typed; every press asks, so that a failure can be got over. */
  check: () => void;
  /** To the order with what is typed, once the server said that it holds; else its answer is shown. */
  goOn: () => void;
};

/** The discount code of an order to be made: nothing typed is dropped on the way to the order. */
export const useCode = (
  plan: Plan | undefined,
  num: number,
  onGood: (code: string) => void,
): CodeUse => {
  const form = useForm({ typed: '' });
  const { refuse } = form;
  const { typed } = form.values;
  const [{ code, round }, setAsked] = useState<AskedCode>({ code: '', round: 0 });
  const [isGoing, setGoing] = useState(false);
  const priced = usePrice(plan, num, { code, round });
  const good = useRef(onGood);
  const { isAsking } = priced;
  const isGood = priced.price?.discount?.ok === true;
  useEffect(() => {
    good.current = onGood;
  });
  useEffect(() => {
    if (!isGoing || isAsking) return;
    setGoing(false);
    if (isGood) good.current(code);
    else refuse({});
  }, [isGoing, isAsking, isGood, code, refuse]);
  // Another plan or number is another order: nobody has pressed for that one.
  useEffect(() => setGoing(false), [plan, num]);

  const check = (): void => setAsked((now) => ({ code: typed.trim(), round: now.round + 1 }));
  const goOn = (): void => {
    const wanted = typed.trim();
    if (!wanted || (wanted === code && isGood)) return onGood(wanted);
    // Refused already: the answer is there. Typed since, or not answered: asked now.
    if (wanted !== code || priced.failure) check();
    setGoing(true);
  };
  const type = (text: string): void => {
    form.set({ typed: text });
    setGoing(false);
  };
  return { code, form, priced, type, check, goOn };
};
