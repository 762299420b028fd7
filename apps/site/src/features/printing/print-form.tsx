import { type ReactNode, useRef, useState } from 'react';
import { isModeWithRowTable, type usePrintDraft } from './draft.ts';
import { PrintAside } from './form/print-aside.tsx';
import type { OpenedTemplate, PrintData } from './load-print.ts';
import { usePrintPress } from './press/use-print-press.ts';
import { PrintBar } from './print-bar.tsx';
import { PrintContent } from './print-content.tsx';
import { PdfDialog } from '../../kit/label/pdf/pdf-dialog.tsx';
import css from './print.module.css';
import { PrinterFields } from './form/printer-fields.tsx';
import { usePrintJob } from './use-print-job.ts';

type PrintDeskProps = ReturnType<typeof usePrintDraft> & {
  data: PrintData;
  /** Called after printing, or after a printer was added: the data of the page is stale. */
  onChanged: () => void;
  opened: OpenedTemplate;
  /** `opened` is the chosen template; false while the chosen one is still loading. */
  isCurrent: boolean;
  picker: ReactNode;
};

/** Print form of a loaded template: settings on the left, preview and progress on the right. */
export const PrintForm = ({
  data,
  onChanged,
  draft,
  ready,
  isKept,
  update,
  ...props
}: PrintDeskProps) => {
  const { opened, isCurrent, picker } = props;
  const form = useRef<HTMLFormElement>(null);
  const job = usePrintJob(data, opened, draft, update);
  const press = usePrintPress({ job, draft, update, form, isCurrent, onPrinted: onChanged });
  const { sending, errors, setErrors, pressed } = press;
  const [isExporting, setIsExporting] = useState(false);
  // The server assigns serial numbers to a batch; a file has none.
  const hasNumbers = job.template.fields.some(({ serial }) => serial !== undefined);
  return (
    <div
      className={
        isModeWithRowTable(draft)
          ? `two-columns ${css.work} ${css.many}`
          : `two-columns ${css.work}`
      }
    >
      {/* Inert until the stored draft is loaded: earlier input would be lost. */}
      <form ref={form} noValidate inert={!ready} onSubmit={press.onSubmit}>
        <fieldset inert={sending}>
          <h2 className="group-title">模板</h2>
          {picker}
        </fieldset>
        {/* Inert while the chosen template is loading: the form still shows the previous one. */}
        <div className={css.rest} inert={!isCurrent} aria-busy={!isCurrent}>
          <PrinterFields {...{ data, job, draft, update, errors, setErrors, onChanged }} />
          <PrintContent {...{ job, draft, isKept, update, errors, sending }} />
          <PrintBar
            job={job}
            usage={data.usage}
            sending={sending}
            awaited={press.isAwaited}
            onGiveUp={press.isSlow ? press.stopWaiting : undefined}
            lost={press.isUnconfirmed}
            tooMany={press.tooMany}
            error={job.config ? undefined : errors.printConfigId}
            onPdf={hasNumbers ? undefined : () => setIsExporting(true)}
          />
        </div>
      </form>
      {isExporting && (
        <PdfDialog
          name={job.item.name}
          template={job.template}
          rows={job.toSend.rows}
          copies={job.copyCount}
          leftOut={job.leftOut.length}
          at={job.at}
          dpi={job.media.dpi}
          onClose={() => setIsExporting(false)}
        />
      )}
      <PrintAside {...{ job, draft, form, pressed }} />
    </div>
  );
};
