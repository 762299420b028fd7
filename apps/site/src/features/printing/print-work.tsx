import { useNavigate } from '@tanstack/react-router';
import type { FailEnvelope } from '@yunbiao/contract/envelope';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useAlias } from '../../kit/site/site.tsx';
import { useDraft } from './draft.ts';
import { EditTemplate } from './edit-template.tsx';
import { getItem } from './load-print.ts';
import { PrintDesk } from './print-desk.tsx';
import type { PrintData } from './print-page.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { useOpened } from './use-opened.ts';

type PrintWorkProps = {
  data: PrintData;
  /** The template the address names. */
  wanted: string | undefined;
  onChosen: (id: string) => void;
  /** Something was printed, or can be printed with: what the page shows is old. */
  onChanged: () => void;
};

type UnreadProps = { picker: ReactNode; failure: FailEnvelope | null; onRetry: () => void };

/** The template that could not be read, in the place of the work with it. */
const Unread = ({ picker, failure, onRetry }: UnreadProps) => (
  <>
    {picker}
    {failure && (
      <Trouble
        what="模板没有读到"
        why={failure.msg}
        requestId={failure.data?.requestId}
        onRetry={onRetry}
      />
    )}
  </>
);

/** The whole work of one page: which template, then the work with it. */
export const PrintWork = ({ data, wanted, onChosen, onChanged }: PrintWorkProps) => {
  const soft = useAlias();
  const navigate = useNavigate();
  const form = useDraft(soft);
  const { draft, ready, update } = form;
  const { list } = data.templates;
  const item = getItem(list, draft.templateId, wanted);
  if (!item) throw new Error('print work needs a template');
  const { opened, isCurrent, failure, retry } = useOpened(item, data.opened);
  const { id } = item;
  /** What was sent, was sent with the one before. */
  const turnTo = (templateId: string): void =>
    update({ templateId, ...(templateId === id ? {} : { taken: [], again: [] }) });
  // The address comes before what was chosen in this tab some time ago.
  const open = useEffectEvent(() => {
    if (wanted && wanted !== draft.templateId && list.some(({ id }) => id === wanted))
      turnTo(wanted);
  });
  useEffect(() => {
    if (ready) open();
  }, [ready, wanted]);
  useEffect(() => onChosen(id), [onChosen, id]);
  const choose = (templateId: string): void => {
    turnTo(templateId);
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
      <TemplatePicker alias={soft} list={list} chosen={id} onChoose={choose} />
      {opened && isCurrent && (
        <p className="span-6 small">
          <EditTemplate opened={opened} draft={draft} />
        </p>
      )}
      {opened && failure && <Unread picker={null} failure={failure} onRetry={retry} />}
    </>
  );
  return opened ? (
    <PrintDesk {...{ data, onChanged, ...form, opened, isCurrent, picker }} />
  ) : (
    <Unread picker={picker} failure={failure} onRetry={retry} />
  );
};
