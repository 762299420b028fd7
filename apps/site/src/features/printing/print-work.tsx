import { Icon, Status } from '@yunbiao/ui';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { type FormEvent, useRef } from 'react';
import { useAlias } from '../../shell/site.tsx';
import { askBefore } from './ask-before.ts';
import { BatchProgress } from './batch-progress.tsx';
import { type Draft, type Mode, useDraft } from './draft.ts';
import { FillForm } from './fill-form.tsx';
import { PasteRows } from './paste-rows.tsx';
import { PreviewPanel } from './preview-panel.tsx';
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

const Left = ({ usage, count }: { usage: PrintData['usage']; count: number }) => {
  const left = usage.labelsPerMonth - usage.labelsThisMonth - count;
  return left >= 0 ? (
    <span className="s qq">印后本月还剩 {left.toLocaleString('zh-CN')} 张</span>
  ) : (
    <span className={`s ${css.warn}`}>
      本月只剩 {Math.max(0, usage.labelsPerMonth - usage.labelsThisMonth).toLocaleString('zh-CN')}{' '}
      张
    </span>
  );
};

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
          fields={fields}
          data={job.one}
          warnings={job.warningsOf(job.one)}
          limitErrors={job.limitErrors}
          onChange={job.type}
        />
      ) : (
        <PasteRows
          fields={fields}
          rows={draft.rows}
          warnings={job.warnings}
          limitErrors={job.limitErrors}
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
        <div className="savebar">
          <button
            type="submit"
            className="btn go"
            disabled={sending || job.isChecking || job.stop !== ''}
          >
            <Icon name="print" />
            {sending
              ? '正在发送…'
              : job.isChecking
                ? '正在检查…'
                : `打印 ${job.count.toLocaleString('zh-CN')} 张`}
          </button>
          {job.stop === '' && <Left usage={data.usage} count={job.count} />}
          <span className="field-err" aria-live="polite">
            {job.stop}
          </span>
          {errors.printConfigId && !config && (
            <span className="field-err" role="alert">
              {errors.printConfigId}
            </span>
          )}
        </div>
        {lost && (
          <p className={css.lost} role="alert">
            <Status kind="failed">
              上一次发出去以后没有收到回答，不知道存下没有。内容不动，再点一次“打印”：存下了的就是那一批，不会印两遍。
            </Status>
          </p>
        )}
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
