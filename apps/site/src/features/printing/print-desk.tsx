import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { focusFirstError } from '../../kit/form/first-error.ts';
import type { OpenedVirtual } from '../../kit/roll/try-virtual.tsx';
import { askBefore, asksServer } from './ask-before.ts';
import { BatchProgress } from './batch-progress.tsx';
import type { useDraft } from './draft.ts';
import { comingNumbers } from '../../kit/data/coming-numbers.ts';
import { rowsSent } from './left-out.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { PrintBar } from './print-bar.tsx';
import { PrintContent } from './print-content.tsx';
import { PdfDialog } from '../../kit/label/pdf-dialog.tsx';
import css from './print.module.css';
import type { PrintData } from './print-page.tsx';
import { PrinterPicker } from './printer-picker.tsx';
import { isSameContent, getMark } from './submission.ts';
import { sentOff } from './taken.ts';
import type { OpenedTemplate } from './use-opened.ts';
import { usePrintJob } from './use-print-job.ts';
import { useSubmit } from './use-submit.ts';

/** All that decides what comes out, whatever the checks will say of it. */
const pressedFor = ({ toSend, rows, template, media }: ReturnType<typeof usePrintJob>): string =>
  getMark({ ...toSend, rows: [...rows] }) + JSON.stringify([template, media]);

/** What was pressed in cannot keep the focus while it is on its way: it has it again with the answer. */
const useFocusBack = (sending: boolean) => {
  const from = useRef<Element>(null);
  // Before the batch's panel takes it from there.
  useLayoutEffect(() => {
    if (sending) return;
    const there = from.current;
    from.current = null;
    if (document.activeElement === document.body && there instanceof HTMLElement) there.focus();
  }, [sending]);
  return (there: Element | null): void => {
    from.current = there;
  };
};

type PrintDeskProps = ReturnType<typeof useDraft> & {
  data: PrintData;
  /** Something was printed, or can be printed with: what the page shows is old. */
  onChanged: () => void;
  opened: OpenedTemplate;
  /** It is what was chosen; else that is on its way. */
  isCurrent: boolean;
  picker: ReactNode;
};

/** The work with a template that has come: what to print on the left, how it will look and how it goes on the right. */
export const PrintDesk = ({
  data,
  onChanged,
  draft,
  ready,
  isKept,
  update,
  ...props
}: PrintDeskProps) => {
  const { opened, isCurrent, picker } = props;
  const job = usePrintJob(data, opened, draft, update);
  /** What was pressed for while its rows were still being checked: it goes when they are, if it is still the same. */
  const [awaited, setAwaited] = useState('');
  const { submit, sending, isSlow, giveUp, lost, errors, setErrors, tooMany } = useSubmit(
    draft.attempts,
    update,
  );
  const { template, config, rows, current, ahead } = job;
  const copies = job.copyCount;
  const row = rows[current] ?? job.one;
  const shown = useMemo(
    () => ({ ...row, ...comingNumbers(job.item, { row: ahead, copies }) }),
    [row, job.item, ahead, copies],
  );
  const form = useRef<HTMLFormElement>(null);
  /** The batch of the last press, and what was pressed: its panel takes the focus from there, once. */
  const [pressed, setPressed] = useState<{ batchNo: string; from: Element | null }>();
  const [isExporting, setIsExporting] = useState(false);
  const asking = useRef(false);
  const focusLater = useFocusBack(sending);
  const agreed = useRef(new Set<string>());

  const print = async (): Promise<void> => {
    if (sending || asking.current || !isCurrent) return;
    setAwaited(job.isChecking ? pressedFor(job) : '');
    if (job.isChecking) return;
    const problems = job.problems();
    setErrors(problems);
    if (Object.keys(problems).length > 0) {
      requestAnimationFrame(() => focusFirstError(form.current));
      return;
    }
    const { toSend, leftOut, where } = job;
    const from = document.activeElement;
    asking.current = true;
    const before = draft.mode === 'many' ? draft : { ...draft, taken: [], again: [] };
    const attempt = await askBefore(job, toSend, before, agreed.current);
    asking.current = false;
    if (!attempt) return;
    focusLater(from);
    const batch = await submit(toSend, attempt, where, asksServer(job));
    if (!batch) return;
    // Also when all were sent, where others had left before: 放回 would bring those back beside what is printed now.
    if (draft.mode === 'many' && leftOut.length + draft.taken.length + draft.again.length > 0)
      update((now) => sentOff(now, rowsSent(rows, leftOut, job.fields)), true);
    onChanged();
    setPressed({ batchNo: batch.batchNo, from });
  };

  const go = useEffectEvent(() => void print());
  // Not `requestSubmit`: the check may end while the press is still being handled, and a form that is in the middle of
  // submitting takes no second one, without a word.
  useEffect(() => {
    if (awaited === '' || job.isChecking) return;
    setAwaited('');
    if (awaited === pressedFor(job)) go();
  }, [awaited, job]);

  const press = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void print();
  };

  const takeVirtual = ({ printConfigId }: OpenedVirtual): void => {
    // The page may have heard of it before this answer came: copies typed since stay.
    if (printConfigId !== null) update({ configId: printConfigId });
    onChanged();
  };

  // Serial numbers are given with the batch, and a file has none.
  const hasNumbers = template.fields.some(({ serial }) => serial !== undefined);
  const isSame = job.isReady && isSameContent(draft.attempts, draft.batchNo, job.mark);
  return (
    <div
      className={
        draft.mode === 'many' ? `two-columns ${css.work} ${css.many}` : `two-columns ${css.work}`
      }
    >
      {/* What is typed before the stored draft is in would be lost. */}
      <form ref={form} noValidate inert={!ready} onSubmit={press}>
        <fieldset inert={sending}>
          <h2 className="group-title">模板</h2>
          {picker}
        </fieldset>
        {/* Not of the template that is on its way. */}
        <div className={css.rest} inert={!isCurrent} aria-busy={!isCurrent}>
          <fieldset>
            <h2 className="group-title">打印机</h2>
            <PrinterPicker
              configs={data.configs.list}
              groups={data.groups.list}
              group={job.group}
              config={config}
              template={template}
              copies={job.copies}
              many={draft.mode === 'many'}
              errors={{ config: errors.printConfigId, copies: job.copiesError || errors.copies }}
              onVirtual={data.usage.virtualOffered ? takeVirtual : undefined}
              onConfig={(configId) => {
                setErrors({});
                update({ configId, copies: '' });
              }}
              onCopies={(copies) => {
                setErrors((said) => ({ ...said, copies: '' }));
                update({ copies });
              }}
            />
          </fieldset>
          <PrintContent {...{ job, draft, isKept, update, errors, sending }} />
          <PrintBar
            job={job}
            usage={data.usage}
            sending={sending}
            awaited={awaited !== ''}
            onGiveUp={isSlow ? giveUp : undefined}
            lost={lost}
            tooMany={tooMany}
            error={config ? undefined : errors.printConfigId}
            onPdf={hasNumbers ? undefined : () => setIsExporting(true)}
          />
        </div>
      </form>
      {isExporting && (
        <PdfDialog
          name={job.item.name}
          template={template}
          rows={job.toSend.rows}
          copies={copies}
          leftOut={job.leftOut.length}
          at={job.at}
          dpi={job.media.dpi}
          onClose={() => setIsExporting(false)}
        />
      )}
      <aside className={`stick ${css.aside}`}>
        <PreviewPanel
          template={template}
          media={job.media}
          data={shown}
          at={job.at}
          row={current}
          rows={rows.length}
          onRow={job.setCurrent}
          title={`预览：${job.item.name}`}
        />
        {draft.batchNo && (
          <BatchProgress
            key={draft.batchNo}
            batchNo={draft.batchNo}
            pressed={pressed?.batchNo === draft.batchNo ? pressed.from : null}
            {...(isSame ? { onAgain: () => form.current?.requestSubmit() } : {})}
          />
        )}
      </aside>
    </div>
  );
};
