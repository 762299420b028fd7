import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { together } from '../../kit/site/together.ts';
import type { PrintData } from './print-page.tsx';

/** The viewer's; the server's first answer goes by China's. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Items = CallOutput<'templateList'>['list'];

/** The one that was asked for, as far as there is such a one, else the first. */
export const getItem = (
  list: Items,
  ...wanted: (string | undefined)[]
): Items[number] | undefined =>
  wanted.flatMap((id) => list.find((one) => one.id === id) ?? [])[0] ?? list[0];

/** Everything 立即打印 starts from; of the templates only the one that is wanted, or the first, comes with its content. */
export const loadPrint = async (
  api: Client,
  wanted: string | undefined,
): Promise<Envelope<PrintData>> => {
  const [configs, groups, templates, usage] = await Promise.all([
    api.call('printConfigList', {}),
    api.call('printerGroupList', {}),
    api.call('templateList', {}),
    api.call('authStat', {}),
  ]);
  const all = together({ configs, groups, templates, usage });
  if (all.state === 'fail') return all;
  const item = getItem(all.data.templates.list, wanted);
  const zone = typeof window === 'undefined' ? {} : { tz: zoneHere() };
  const reply = item && (await api.call('printTemplate', { id: item.id, ...zone }));
  const opened = reply?.state === 'ok' ? reply.data : null;
  return { ...all, data: { ...all.data, opened } };
};
