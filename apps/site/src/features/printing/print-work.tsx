import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { type FormEvent, useRef } from 'react';
import { useAlias } from '../../shell/site.tsx';
import { askBefore } from './ask-before.ts';
import { BatchProgress } from './batch-progress.tsx';
import { type Draft, type Mode, useDraft } from './draft.ts';
import { FillForm } from './fill-form.tsx';
import { PasteRows } from './paste-rows.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PrintBar } from './print-bar.tsx';
import css from './print.module.css';
import type { PrintData } from './print-page.tsx';
import { PrinterPicker } from './printer-picker.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { usePrintJob } from './use-print-job.ts';
import { type SubmitErrors, useSubmit } from './use-submit.ts';

const MODES = [
  { value: 'one', label: '填一张' },
  { value: 'many', label: '贴几行' },
];

type PrintWorkProps = { data: PrintData; wanted: string | undefined; onPrinted: () => void };

/** The server names the row it refuses: `rows.3`. */
const rowError = (errors: SubmitErrors): string | undefined =>
  Object.entries(errors).find(([field]) => field === 'rows' || field.startsWith('rows.'))?.[1];

type ContentProps = {
  job: ReturnType<typeof usePrintJob>;
  draft: Draft;
  update: (patch: Partial<Draft>) => void;
  error: string | undefined;
};

const Content = ({ job, draft, update, error }: ContentProps) => {
  const { fields } = job.template;
  return (
    <fieldset>
      <h2 className="hd">
        内容
        {job.note && <small aria-live="polite">{job.note}</small>}
      </h2>
      <Segmented
        className="w6"
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
          warnings={job.warningsOf(job.one)}
          troubles={job.troubles}
          onChange={job.type}
        />
      ) : (
        <PasteRows
          fields={fields}
          rows={draft.rows}
          warnings={job.warnings}
          troubles={job.troubles}
          current={job.current}
          onCurrent={job.setCurrent}
          onChange={(next) => update({ rows: next })}
        />
      )}
      {error && (
        <p className="field-err w6" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};

/** The whole work of one page: what to print on the left, how it will look and how it goes on the right. */
export const PrintWork = ({ data, wanted, onPrinted }: PrintWorkProps) => {
  const { draft, ready, update } = useDraft(useAlias());
  const job = usePrintJob(data, draft, update, wanted);
  const { submit, sending, lost, errors, setErrors } = useSubmit(draft.attempts, update);
  const { template, config, rows, current } = job;
  const aside = useRef<HTMLElement>(null);
  const asking = useRef(false);
  const agreed = useRef(new Set<string>());

  const print = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (sending || asking.current || job.isChecking) return;
    const form = event.currentTarget;
    const problems = job.problems();
    setErrors(problems);
    if (Object.keys(problems).length > 0) {
      requestAnimationFrame(() =>
        form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    const toSend = job.toSend();
    asking.current = true;
    const attempt = await askBefore(job, toSend, draft.attempts, agreed.current);
    asking.current = false;
    if (!attempt || !(await submit(toSend, attempt))) return;
    onPrinted();
    // On a narrow page the progress stands above the form.
    aside.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className={draft.mode === 'many' ? `two ${css.work} ${css.many}` : `two ${css.work}`}>
      {/* What is typed before the stored draft is in would be lost. */}
      <form noValidate inert={!ready} onSubmit={(event) => void print(event)}>
        <fieldset>
          <h2 className="hd">模板</h2>
          <TemplatePicker list={data.templates.list} chosen={job.item.id} onChoose={job.choose} />
        </fieldset>
        <Content job={job} draft={draft} update={update} error={rowError(errors)} />
        <fieldset>
          <h2 className="hd">打印机</h2>
          <PrinterPicker
            configs={data.configs.list}
            config={config}
            template={template}
            copies={job.copies}
            many={draft.mode === 'many'}
            errors={{ config: errors.printConfigId, copies: errors.copies }}
            onConfig={(configId) => update({ configId, copies: '' })}
            onCopies={(copies) => update({ copies })}
          />
        </fieldset>
        <PrintBar
          job={job}
          usage={data.usage}
          sending={sending}
          lost={lost}
          error={config ? undefined : errors.printConfigId}
        />
      </form>
      <aside ref={aside} className={`stick ${css.aside}`}>
        <PreviewPanel
          template={template}
          media={job.media}
          data={rows[current] ?? job.one}
          row={current}
          rows={rows.length}
          onRow={job.setCurrent}
          title={`预览：${job.item.name}`}
        />
        {draft.batchNo && <BatchProgress key={draft.batchNo} batchNo={draft.batchNo} />}
      </aside>
    </div>
  );
};
