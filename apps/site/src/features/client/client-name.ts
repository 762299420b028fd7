import type { CallOutput } from '@yunbiao/contract';
import type { ConnectionState } from '../../kit/live/print-feed.ts';
import { type ShownStatus, getStatusWhileDisconnected } from '../../kit/printing/printer-status.ts';

export type Client = CallOutput<'clientList'>['list'][number];
export type Printer = Client['printers'][number];

/** Display name of a client: its remark, otherwise the machine name. */
export const getClientName = (client: Pick<Client, 'name' | 'remark'>): string =>
  client.remark || client.name;

export const getClientStatus = (
  client: Pick<Client, 'enabled' | 'online'>,
  news: ConnectionState,
): ShownStatus => {
  if (!client.enabled) return { kind: 'off', text: '已停用' };
  const unknown = getStatusWhileDisconnected(news);
  if (unknown) return unknown;
  return client.online ? { kind: 'ok', text: '在线' } : { kind: 'off', text: '离线' };
};
