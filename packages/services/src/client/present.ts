import type { CallOutput } from '@yunbiao/contract';
import { CLIENT_PAUSED_WORDS } from '@yunbiao/contract/evidence';
import type { ProgramFile } from '@yunbiao/contract/programs';
import type { ClientTable, PrinterTable, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { iso, isoOrNull, MINUTE } from '../time.ts';

export type Client = CallOutput<'clientList'>['list'][number];
export type Printer = Client['printers'][number];

/** A connected client tells of every printer once a minute: what is older says nothing of now. */
const STALE_MS = 3 * MINUTE;

export const PRINTER_GONE = { state: 'removed', stateText: '打印机已移除' } as const;
const CLIENT_REVOKED = { state: 'removed', stateText: '客户端已撤销' } as const;
const CLIENT_AWAY = { state: 'offline', stateText: '客户端不在线' } as const;
const CLIENT_PAUSED = { state: 'stopped', stateText: CLIENT_PAUSED_WORDS } as const;

/** What of a printer says how it is; `enabled` and `revoked_at`: of its client. */
type PrinterRow = Pick<Selectable<PrinterTable>, 'state' | 'state_text' | 'gone' | 'reported_at'> &
  Pick<Selectable<ClientTable>, 'enabled' | 'revoked_at'>;

/**
 * The one place that says how a printer is. One whose client is away, or silent about it, is not known to be idle; one
 * whose client is paused takes nothing, however idle it is, and is no less away for that when the client is.
 */
export const printerState = (
  ctx: Pick<Context, 'now'>,
  printer: PrinterRow,
  isOnline: boolean,
): { state: Printer['state']; stateText: string } => {
  if (printer.revoked_at !== null) return CLIENT_REVOKED;
  if (printer.gone === 1) return PRINTER_GONE;
  const isPaused = printer.enabled === 0;
  if (!isOnline) return isPaused ? { ...CLIENT_PAUSED, state: 'offline' } : CLIENT_AWAY;
  if (isPaused) return CLIENT_PAUSED;
  if (ctx.now() - printer.reported_at > STALE_MS)
    return { state: 'offline', stateText: '很久没有回报状态' };
  return { state: printer.state as Printer['state'], stateText: printer.state_text };
};

const presentPrinter = (
  ctx: Context,
  row: Selectable<PrinterTable> & PrinterRow,
  isOnline: boolean,
): Printer => ({
  id: String(row.id),
  clientId: String(row.client_id),
  name: row.name,
  language: row.language as Printer['language'],
  dpi: row.dpi,
  ...printerState(ctx, row, isOnline),
  stateReasons: JSON.parse(row.state_reasons) as string[],
  counter: row.counter,
  evidence: JSON.parse(row.evidence) as Printer['evidence'],
  reportedAt: iso(row.reported_at),
});

const getUpdate = (
  client: Selectable<ClientTable>,
  { version }: ProgramFile,
): NonNullable<Client['update']> => ({
  version,
  // Written by our own verbs only, in the contract's words.
  state: (client.update_state || null) as NonNullable<Client['update']>['state'],
  note: client.update_note,
});

export const presentClient = ({
  ctx,
  client,
  printers,
  newer = null,
  undrawn = 0,
}: {
  ctx: Context;
  client: Selectable<ClientTable>;
  printers: readonly Selectable<PrinterTable>[];
  /** What it could become. */
  newer?: ProgramFile | null;
  /** Labels that wait for a newer version of it. */
  undrawn?: number;
}): Client => {
  const { enabled, revoked_at } = client;
  const isOnline = revoked_at === null && ctx.presence.online(client.id);
  return {
    id: String(client.id),
    name: client.name,
    remark: client.remark,
    groupName: client.group_name,
    enabled: enabled === 1,
    online: isOnline,
    virtual: client.is_virtual === 1,
    system: client.system,
    version: client.version,
    address: client.address,
    pairedAt: iso(client.paired_at),
    lastSeenAt: isoOrNull(client.last_seen_at),
    update: newer && getUpdate(client, newer),
    undrawn,
    printers: printers.map((printer) =>
      presentPrinter(ctx, { ...printer, enabled, revoked_at }, isOnline),
    ),
  };
};
