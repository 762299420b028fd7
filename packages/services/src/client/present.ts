import type { CallOutput } from '@yunbiao/contract';
import type { ClientTable, PrinterTable, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { iso, isoOrNull } from '../time.ts';

export type Client = CallOutput<'clientList'>['list'][number];
export type Printer = Client['printers'][number];

/** A printer is as far away as its client. */
export const printerState = (
  printer: Pick<Selectable<PrinterTable>, 'state' | 'state_text' | 'gone'>,
  isOnline: boolean,
): { state: Printer['state']; stateText: string } => {
  if (!isOnline) return { state: 'offline', stateText: '客户端不在线' };
  if (printer.gone === 1) return { state: 'offline', stateText: '客户端上已没有这台打印机' };
  return { state: printer.state as Printer['state'], stateText: printer.state_text };
};

export const presentPrinter = (row: Selectable<PrinterTable>, isOnline: boolean): Printer => ({
  id: String(row.id),
  clientId: String(row.client_id),
  name: row.name,
  language: row.language as Printer['language'],
  dpi: row.dpi,
  ...printerState(row, isOnline),
  stateReasons: JSON.parse(row.state_reasons) as string[],
  counter: row.counter,
  evidence: JSON.parse(row.evidence) as Printer['evidence'],
  reportedAt: iso(row.reported_at),
});

export const presentClient = ({
  ctx,
  client,
  printers,
}: {
  ctx: Context;
  client: Selectable<ClientTable>;
  printers: readonly Selectable<PrinterTable>[];
}): Client => {
  const isOnline = client.revoked_at === null && ctx.presence.online(client.id);
  return {
    id: String(client.id),
    name: client.name,
    remark: client.remark,
    groupName: client.group_name,
    enabled: client.enabled === 1,
    online: isOnline,
    system: client.system,
    version: client.version,
    address: client.address,
    pairedAt: iso(client.paired_at),
    lastSeenAt: isoOrNull(client.last_seen_at),
    printers: printers.map((printer) => presentPrinter(printer, isOnline)),
  };
};
