import { useNavigate } from '@tanstack/react-router';
import type { FailEnvelope } from '@yunbiao/contract/core/envelope';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useSoftwareAlias } from '../../kit/site/site.tsx';
import { usePrintDraft } from './draft.ts';
import { EditTemplate } from './edit-template.tsx';
import { findTemplateItem } from './load-print.ts';
import { PrintForm } from './print-form.tsx';
import type { PrintData } from './load-print.ts';
import { TemplatePicker } from './choose/template-picker.tsx';
import { useOpenedTemplate } from './use-opened-template.ts';

type PrintWorkProps = {
  data: PrintData;
  /** Template id from the URL. */
  wanted: string | undefined;
  onChosen: (id: string) => void;
  /** Called after printing, or after a printer was added: the data of the page is stale. */
  onChanged: () => void;
};

type UnreadProps = { picker: ReactNode; failure: FailEnvelope | null; onRetry: () => void };

/** Shown instead of the form when the template could not be read. */
const UnreadableTemplate = ({ picker, failure, onRetry }: UnreadProps) => (
  <>
    {picker}
    {failure && (
      <LoadError
        title="模板没有读到"
        reason={failure.msg}
        requestId={failure.data?.requestId}
        onRetry={onRetry}
      />
    )}
  </>
);

/** Template choice and print form of the page. */
export const PrintWorkspace = ({ data, wanted, onChosen, onChanged }: PrintWorkProps) => {
  const soft = useSoftwareAlias();
  const navigate = useNavigate();
  const form = usePrintDraft(soft);
  const { draft, ready, update } = form;
  const { list } = data.templates;
  const item = findTemplateItem(list, draft.templateId, wanted);
  if (!item) throw new Error('print work needs a template');
  const { opened, isCurrent, failure, retry } = useOpenedTemplate(item, data.opened);
  const { id } = item;
  /** Rows recorded as sent belong to the previous template. */
  const switchTemplate = (templateId: string): void =>
    update({ templateId, ...(templateId === id ? {} : { taken: [], again: [] }) });
  // The URL has priority over the template stored for this tab.
  const open = useEffectEvent(() => {
    if (wanted && wanted !== draft.templateId && list.some(({ id }) => id === wanted))
      switchTemplate(wanted);
  });
  useEffect(() => {
    if (ready) open();
  }, [ready, wanted]);
  useEffect(() => onChosen(id), [onChosen, id]);
  const chooseTemplate = (templateId: string): void => {
    switchTemplate(templateId);
    void navigate({
      to: '/$soft/user/print',
      params: { soft },
      search: { template: templateId },
      replace: true,
      resetScroll: false,
    });
  };
  const picker = (
    <>
      <TemplatePicker alias={soft} list={list} chosen={id} onChoose={chooseTemplate} />
      {opened && isCurrent && (
        <p className="span-6 small">
          <EditTemplate opened={opened} draft={draft} />
        </p>
      )}
      {opened && failure && <UnreadableTemplate picker={null} failure={failure} onRetry={retry} />}
    </>
  );
  return opened ? (
    <PrintForm {...{ data, onChanged, ...form, opened, isCurrent, picker }} />
  ) : (
    <UnreadableTemplate picker={picker} failure={failure} onRetry={retry} />
  );
};
