import { Status } from '@yunbiao/ui';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import css from './print.module.css';
import type { Draft, Mode } from './draft.ts';
import { FillForm } from './fill-form.tsx';
import { computedNote } from './numbers.ts';
import { PasteRows } from './paste-rows.tsx';
import { SerialButton } from './serial-button.tsx';
import { putBack, sentBefore, withRows } from './taken.ts';
import type { usePrintJob } from './use-print-job.ts';
import type { SubmitErrors } from './use-submit.ts';

const MODES = [
  { value: 'one', label: '填一张' },
  { value: 'many', label: '贴几行' },
];

/** The server names the row it refuses: `rows.3`. */
const rowError = (errors: SubmitErrors): string | undefined =>
  Object.entries(errors).find(([field]) => field === 'rows' || field.startsWith('rows.'))?.[1];

type PrintContentProps = {
  job: ReturnType<typeof usePrintJob>;
  draft: Draft;
  /** A reload brings all of it back. */
  isKept: boolean;
  update: (patch: Partial<Draft>) => void;
  errors: SubmitErrors;
  /** It is on its way: nothing of it changes under the answer. */
  sending: boolean;
};

/** What to print: one label's fields, or rows. */
export const PrintContent = ({
  job,
  draft,
  isKept,
  update,
  errors,
  sending,
}: PrintContentProps) => {
  const { fields } = job;
  const error = rowError(errors);
  const computed = computedNote(job.template, job.numbers);
  // Said after a press, and only as long as it is so.
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
        quiet
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
          onChange={job.type}
        />
      ) : (
        <PasteRows
          template={job.template}
          fields={fields}
          rows={draft.rows}
          warnings={job.warnings}
          troubles={job.troubles}
          empty={empty}
          current={job.current}
          onCurrent={job.setCurrent}
          waiting={draft.waiting}
          onWaiting={(waiting) => update({ waiting })}
          taken={draft.taken.length}
          onPutBack={() => update({ rows: putBack(draft), taken: [] })}
          // A table that begins anew has nothing to do with the last one, unless rows of that are in it.
          onChange={(rows, isNew = false) =>
            update(
              isNew && sentBefore(rows, draft) === 0
                ? { rows, taken: [], again: [] }
                : withRows({ rows, taken: draft.taken }),
            )
          }
        />
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
