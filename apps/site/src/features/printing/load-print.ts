import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { mergeCallReplies } from '../../kit/site/merge-replies.ts';

/** The viewer's time zone. During server rendering China's time zone applies instead. */
export const getTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Items = CallOutput<'templateList'>['list'];

/** The first of the wanted items that exists, else the first of the list. */
export const findTemplateItem = (
  list: Items,
  ...wantedIds: (string | undefined)[]
): Items[number] | undefined =>
  wantedIds.flatMap((id) => list.find((item) => item.id === id) ?? [])[0] ?? list[0];

/** Data of 立即打印. Loads the content of one template only: the wanted one, else the first. */
export const loadPrintPage = async (
  api: Client,
  wantedId: string | undefined,
): Promise<Envelope<PrintData>> => {
  const [configs, groups, templates, usage] = await Promise.all([
    api.call('printConfigList', {}),
    api.call('printerGroupList', {}),
    api.call('templateList', {}),
    api.call('authStat', {}),
  ]);
  const combined = mergeCallReplies({ configs, groups, templates, usage });
  if (combined.state === 'fail') return combined;
  const item = findTemplateItem(combined.data.templates.list, wantedId);
  const zone = typeof window === 'undefined' ? {} : { tz: getTimeZone() };
  const reply = item && (await api.call('printTemplate', { id: item.id, ...zone }));
  const openedTemplate = reply?.state === 'ok' ? reply.data : null;
  return { ...combined, data: { ...combined.data, opened: openedTemplate } };
};

export type PrintData = {
  configs: CallOutput<'printConfigList'>;
  groups: CallOutput<'printerGroupList'>;
  templates: CallOutput<'templateList'>;
  usage: CallOutput<'authStat'>;
  /** The chosen template when the page was loaded; null when it could not be read. */
  opened: OpenedTemplate | null;
};

/** A template with its content and the next serial numbers. */
export type OpenedTemplate = CallOutput<'printTemplate'>;
