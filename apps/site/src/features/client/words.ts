import type { CallOutput } from '@yunbiao/contract';
import type { News } from '../../kit/live/print-feed.ts';
import { type Shown, unknownStatus } from '../../kit/printing/printer-words.ts';

export type Client = CallOutput<'clientList'>['list'][number];
export type Printer = Client['printers'][number];

/** How people call a client: the remark they gave it, else the machine's own name. */
export const clientName = (client: Pick<Client, 'name' | 'remark'>): string =>
  client.remark || client.name;

export const clientStatus = (client: Pick<Client, 'enabled' | 'online'>, news: News): Shown => {
  if (!client.enabled) return { kind: 'off', text: '已停用' };
  const unknown = unknownStatus(news);
  if (unknown) return unknown;
  return client.online ? { kind: 'ok', text: '在线' } : { kind: 'off', text: '离线' };
};
