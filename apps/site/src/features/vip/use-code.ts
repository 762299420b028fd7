import { useEffect, useRef, useState } from 'react';
import { type Form, useForm } from '../../kit/form/use-form.ts';
import type { Plan } from './load.ts';
import { type CodeCheck, type Priced, usePriceWithCode } from './use-price.ts';

export type CodeUse = {
  /** The code that was sent to the server; '' for none. */
  code: string;
  form: Form<{ typed: string }>;
  priced: Priced;
  type: (code: string) => void;
  /** Checks the typed code. Each call sends a request, so that failures can be retried. */
  check: () => void;
  /** Continues to the order if the server accepts the code; otherwise shows the reply. */
  goOn: () => void;
};

/** Discount code of an order. Typed codes are never dropped silently. */
export const useDiscountCode = (
  plan: Plan | undefined,
  num: number,
  onGood: (code: string) => void,
): CodeUse => {
  const form = useForm({ typed: '' });
  const { reject } = form;
  const { typed } = form.values;
  const [{ code, round }, setAsked] = useState<CodeCheck>({ code: '', round: 0 });
  const [isGoing, setGoing] = useState(false);
  const priced = usePriceWithCode(plan, num, { code, round });
  const onGoodRef = useRef(onGood);
  const { isAsking } = priced;
  const isGood = priced.price?.discount?.ok === true;
  useEffect(() => {
    onGoodRef.current = onGood;
  });
  useEffect(() => {
    if (!isGoing || isAsking) return;
    setGoing(false);
    if (isGood) onGoodRef.current(code);
    else reject({});
  }, [isGoing, isAsking, isGood, code, reject]);
  // A changed plan or quantity cancels the pending order.
  useEffect(() => setGoing(false), [plan, num]);

  const requestCodeCheck = (): void =>
    setAsked((now) => ({ code: typed.trim(), round: now.round + 1 }));
  const continueWithCheckedCode = (): void => {
    const typedCode = typed.trim();
    if (!typedCode || (typedCode === code && isGood)) return onGood(typedCode);
    // A refused code already has a reply. Check if the code is new or the call failed.
    if (typedCode !== code || priced.failure) requestCodeCheck();
    setGoing(true);
  };
  const typeCode = (text: string): void => {
    form.set({ typed: text });
    setGoing(false);
  };
  return {
    code,
    form,
    priced,
    type: typeCode,
    check: requestCodeCheck,
    goOn: continueWithCheckedCode,
  };
};
