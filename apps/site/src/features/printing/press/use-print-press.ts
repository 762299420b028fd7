import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { focusFirstError } from '../../../kit/form/first-error.ts';
import { confirmPrint, needsServerOverflowCheck } from '../confirm-print.ts';
import { isModeWithRowTable, type usePrintDraft } from '../draft.ts';
import { moveRowsToSent } from '../rows/sent-rows.ts';
import { selectPrintableRows } from '../rows/skipped-rows.ts';
import type { PrintJob } from '../use-print-job.ts';
import { type SubmitErrors, useSubmitPrintJob } from '../use-submit.ts';
import { computePrintJobContentKey, usePrintAfterCheck } from './use-print-after-check.ts';
import { useRestoreFocus } from './use-restore-focus.ts';

type PrintPressProps = Pick<ReturnType<typeof usePrintDraft>, 'draft' | 'update'> & {
  job: PrintJob;
  form: RefObject<HTMLFormElement | null>;
  /** The job is of the chosen template; false while the chosen one is still loading. */
  isCurrent: boolean;
  onPrinted: () => void;
};

/** The batch of a press, and the element that had the focus then. */
type Pressed = { batchNo: string; from: Element | null };

/** Returns true when problems block sending; it shows them and moves the focus to the first. */
const showProblems = (
  job: PrintJob,
  setErrors: (problems: SubmitErrors) => void,
  form: RefObject<HTMLFormElement | null>,
): boolean => {
  const problems = job.listProblems();
  setErrors(problems);
  if (Object.keys(problems).length === 0) return false;
  requestAnimationFrame(() => focusFirstError(form.current));
  return true;
};

/** Handles presses on 打印: checks the job, asks, sends it, and removes the sent rows. */
export const usePrintPress = ({
  job,
  draft,
  update,
  form,
  isCurrent,
  onPrinted,
}: PrintPressProps) => {
  const { submit, ...sendState } = useSubmitPrintJob(draft.attempts, update);
  const { sending, setErrors } = sendState;
  const [awaitedKey, setAwaited] = useState('');
  /** Batch of the last press. The batch panel takes the focus from its element once. */
  const [pressed, setPressed] = useState<Pressed>();
  const isAsking = useRef(false);
  const focusLater = useRestoreFocus(sending);
  const agreedKeys = useRef(new Set<string>());

  const printJob = async (): Promise<void> => {
    if (sending || isAsking.current || !isCurrent) return;
    setAwaited(job.isChecking ? computePrintJobContentKey(job) : '');
    if (job.isChecking || showProblems(job, setErrors, form)) return;
    const { toSend, rows, leftOut, where } = job;
    const from = document.activeElement;
    isAsking.current = true;
    const sentBefore = isModeWithRowTable(draft) ? draft : { ...draft, taken: [], again: [] };
    const attempt = await confirmPrint(job, toSend, sentBefore, agreedKeys.current);
    isAsking.current = false;
    if (!attempt) return;
    focusLater(from);
    const batch = await submit(toSend, attempt, where, needsServerOverflowCheck(job));
    if (!batch) return;
    // Also needed when all rows were sent and earlier sends removed rows: otherwise 放回 would
    // restore those rows next to the ones printed now.
    if (isModeWithRowTable(draft) && leftOut.length + draft.taken.length + draft.again.length > 0)
      update((now) => moveRowsToSent(now, selectPrintableRows(rows, leftOut, job.fields)), true);
    onPrinted();
    setPressed({ batchNo: batch.batchNo, from });
  };

  usePrintAfterCheck(job, { awaitedKey, setAwaited, print: () => void printJob() });

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void printJob();
  };

  return {
    ...sendState,
    onSubmit,
    /** The job is sent after the check of its rows. */
    isAwaited: awaitedKey !== '',
    pressed,
  };
};

export type PrintPress = ReturnType<typeof usePrintPress>;
