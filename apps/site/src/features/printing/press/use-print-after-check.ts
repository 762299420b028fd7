import { useEffect, useEffectEvent } from 'react';
import { hashJobContent } from '../attempts.ts';
import type { PrintJob } from '../use-print-job.ts';

/** Identifies the content to print, independent of the row checks. */
export const computePrintJobContentKey = ({ toSend, rows, template, media }: PrintJob): string =>
  hashJobContent({ ...toSend, rows: [...rows] }) + JSON.stringify([template, media]);

type AwaitedPress = {
  /**
   * Content for which the button was pressed while rows were still being checked; '' for none. It
   * is sent after the check if the content is unchanged.
   */
  awaitedKey: string;
  setAwaited: (key: string) => void;
  print: () => void;
};

/** Prints after the check of the rows when the button was pressed before its end. */
export const usePrintAfterCheck = (
  job: PrintJob,
  { awaitedKey, setAwaited, print }: AwaitedPress,
): void => {
  const printNow = useEffectEvent(print);
  // `requestSubmit` does not work here: the check can end while the press is still being handled,
  // and a form that is submitting silently ignores a second submit.
  useEffect(() => {
    if (awaitedKey === '' || job.isChecking) return;
    setAwaited('');
    if (awaitedKey === computePrintJobContentKey(job)) printNow();
  }, [awaitedKey, setAwaited, job]);
};
