import { Status } from '@yunbiao/ui';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import css from './print.module.css';
import type { Draft, Mode } from './draft.ts';
import { FillForm } from './rows/fill-form.tsx';
import { describeComputedFields } from './rows/computed-fields.ts';
import { type OpenedRows, useOpenedRows } from './rows/opened-rows.tsx';
import { PasteRows } from './rows/paste-rows.tsx';
import { SerialButton } from './rows/serial-button.tsx';
import {
  restoreSubmittedRows,
  countResubmittedRows,
  dropSentRowsAboveLimit,
} from './rows/sent-rows.ts';
import type { PrintJob } from './use-print-job.ts';
import type { SubmitErrors } from './use-submit.ts';

const MODES = [
  { value: 'one', label: '填一张' },
  { value: 'many', label: '贴几行' },
  { value: 'file', label: '打开 Excel' },
];

/** Finds the error of the rows. The server names the refused row: `rows.3`. */
const findRowError = (errors: SubmitErrors): string | undefined =>
  Object.entries(errors).find(([field]) => field === 'rows' || field.startsWith('rows.'))?.[1];

type PrintContentProps = {
  job: PrintJob;
  draft: Draft;
  /** A reload restores all of it. */
  isKept: boolean;
  update: (patch: Partial<Draft>) => void;
  errors: SubmitErrors;
  /** A request is pending: the content cannot be changed. */
  sending: boolean;
};

type RowsToPrintProps = Pick<PrintContentProps, 'job' | 'draft' | 'update'> & {
  openedRows: OpenedRows;
  empty: string | undefined;
};

/** The table of rows to print. */
const RowsToPrint = ({ openedRows, job, draft, update, empty }: RowsToPrintProps) =>
  job.fields.length === 0 || job.names === null ? (
    <p className="span-6 medium quiet">
      这个模板没有要填的字，不用贴，也不用打开文件。要打印几张，填份数就行。
    </p>
  ) : (
    <PasteRows
      openedRows={openedRows}
      source={draft.mode === 'file' ? 'file' : 'paste'}
      template={job.template}
      fields={job.fields}
      rows={draft.rows}
      names={job.names}
      warnings={job.warnings}
      troubles={job.troubles}
      empty={empty}
      current={job.current}
      onCurrent={job.setCurrent}
      waiting={draft.waiting}
      onWaiting={(waiting) => update({ waiting })}
      taken={draft.taken.length}
      onPutBack={() => update({ rows: restoreSubmittedRows(draft), taken: [] })}
      // A new table discards the sent rows of the last one, unless it contains some of them.
      onChange={(rows, isNew = false) =>
        update(
          isNew && countResubmittedRows(rows, draft) === 0
            ? { rows, taken: [], again: [] }
            : dropSentRowsAboveLimit({ rows, taken: draft.taken }),
        )
      }
    />
  );

/** Content to print: the fields of one label, or rows. */
export const PrintContent = ({
  job,
  draft,
  isKept,
  update,
  errors,
  sending,
}: PrintContentProps) => {
  const error = findRowError(errors);
  // Here, so that 填一张 and back loses no file.
  const openedRows = useOpenedRows((waiting) => update({ waiting }));
  const computed = describeComputedFields(job.template, job.numbers);
  // Shown after a press, and only while nothing is filled in.
  const empty = job.isEmpty ? errors.empty : undefined;
  return (
    <fieldset inert={sending}>
      <h2 className="group-title">
        内容
        {job.note && <small aria-live="polite">{job.note}</small>}
      </h2>
      <Segmented
        className="span-6"
        legend="怎么填"
        hideLegend
        name="mode"
        value={draft.mode}
        options={MODES}
        onChange={(mode) => update({ mode: mode as Mode })}
      />
      {draft.mode === 'one' ? (
        <FillForm
          template={job.template}
          data={job.one}
          warnings={job.listWarnings(job.one)}
          troubles={job.troubles}
          empty={empty}
          onChange={job.setFieldValue}
        />
      ) : (
        <RowsToPrint {...{ openedRows, job, draft, update, empty }} />
      )}
      {!isKept && (
        <p className={`small span-6 ${css.noRoom}`} role="alert">
          <Status kind="failed">
            浏览器存不下这么多：这一页别刷新，也别关，不然填的、贴的就没了。
          </Status>
        </p>
      )}
      {computed && (
        <p className="small quiet span-6">
          {computed}。<SerialButton templateId={job.item.id} template={job.template} />
        </p>
      )}
      {error && (
        <p className="field-err span-6" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};
