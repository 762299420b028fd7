import type { OpenedVirtual } from '../../../kit/roll/try-virtual.tsx';
import { isModeWithRowTable, type Draft } from '../draft.ts';
import type { PrintData } from '../load-print.ts';
import type { PrintPress } from '../press/use-print-press.ts';
import { PrinterPicker } from '../choose/printer-picker.tsx';
import type { PrintJob } from '../use-print-job.ts';

type PrinterFieldsProps = Pick<PrintPress, 'errors' | 'setErrors'> & {
  data: PrintData;
  job: PrintJob;
  draft: Draft;
  update: (patch: Partial<Draft>) => void;
  /** Called after a printer was added: the data of the page is stale. */
  onChanged: () => void;
};

/** Printer and copies of the job. */
export const PrinterFields = ({
  data,
  job,
  draft,
  update,
  errors,
  setErrors,
  onChanged,
}: PrinterFieldsProps) => {
  const selectVirtualPrinter = ({ printConfigId }: OpenedVirtual): void => {
    // Live updates may have reported the printer before this answer: keep copies entered since.
    if (printConfigId !== null) update({ configId: printConfigId });
    onChanged();
  };
  return (
    <fieldset>
      <h2 className="group-title">打印机</h2>
      <PrinterPicker
        configs={data.configs.list}
        groups={data.groups.list}
        group={job.group}
        config={job.config}
        template={job.template}
        templateId={job.item.id}
        copies={job.copies}
        many={isModeWithRowTable(draft)}
        errors={{ config: errors.printConfigId, copies: job.copiesError || errors.copies }}
        onVirtual={data.usage.virtualOffered ? selectVirtualPrinter : undefined}
        onConfig={(configId) => {
          setErrors({});
          update({ configId, copies: '' });
        }}
        onCopies={(copies) => {
          setErrors((errors) => ({ ...errors, copies: '' }));
          update({ copies });
        }}
      />
    </fieldset>
  );
};
