import type { CallOutput } from '@yunbiao/contract';
import { CLIENT_PAUSED_LABEL } from '@yunbiao/contract/evidence';
import type { ProgramFile } from '@yunbiao/contract/gateway/programs';
import type { ClientTable, PrinterTable, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { toIso, toIsoOrNull, MINUTE } from '../../platform/time.ts';
import { isClientOnline } from './is-client-online.ts';

export type Client = CallOutput<'clientList'>['list'][number];
export type Printer = Client['printers'][number];

/** A connected client reports every printer once a minute. Older reports are outdated. */
const MAX_REPORT_AGE_MS = 3 * MINUTE;

export const PRINTER_GONE = { state: 'removed', stateText: '打印机已移除' } as const;
const CLIENT_REVOKED = { state: 'removed', stateText: '客户端已撤销' } as const;
const CLIENT_OFFLINE = { state: 'offline', stateText: '客户端不在线' } as const;
const CLIENT_PAUSED = { state: 'stopped', stateText: CLIENT_PAUSED_LABEL } as const;

/** Columns that determine the printer state; `enabled` and `revoked_at` are of its client. */
type PrinterRow = Pick<Selectable<PrinterTable>, 'state' | 'state_text' | 'gone' | 'reported_at'> &
  Pick<Selectable<ClientTable>, 'enabled' | 'revoked_at'>;

/**
 * The only place that determines the displayed state of a printer. A printer of an offline or
 * silent client is not known to be idle. A printer of a paused client accepts no labels even if
 * idle, and counts as offline while the client is offline.
 */
export const resolvePrinterState = (
  ctx: Pick<Context, 'now'>,
  printer: PrinterRow,
  isOnline: boolean,
): { state: Printer['state']; stateText: string } => {
  if (printer.revoked_at !== null) return CLIENT_REVOKED;
  if (printer.gone === 1) return PRINTER_GONE;
  const isPaused = printer.enabled === 0;
  if (!isOnline) return isPaused ? { ...CLIENT_PAUSED, state: 'offline' } : CLIENT_OFFLINE;
  if (isPaused) return CLIENT_PAUSED;
  if (ctx.now() - printer.reported_at > MAX_REPORT_AGE_MS)
    return { state: 'offline', stateText: '很久没有回报状态' };
  return { state: printer.state as Printer['state'], stateText: printer.state_text };
};

const presentPrinterOfClient = (
  ctx: Context,
  row: Selectable<PrinterTable> & PrinterRow,
  isOnline: boolean,
): Printer => ({
  id: String(row.id),
  clientId: String(row.client_id),
  name: row.name,
  language: row.language as Printer['language'],
  dpi: row.dpi,
  ...resolvePrinterState(ctx, row, isOnline),
  stateReasons: JSON.parse(row.state_reasons) as string[],
  counter: row.counter,
  evidence: JSON.parse(row.evidence) as Printer['evidence'],
  reportedAt: toIso(row.reported_at),
});

const presentUpdate = (
  client: Selectable<ClientTable>,
  { version }: ProgramFile,
): NonNullable<Client['update']> => ({
  version,
  // Written only by our own code, with values from the contract.
  state: (client.update_state || null) as NonNullable<Client['update']>['state'],
  note: client.update_note,
});

export const presentClient = ({
  ctx,
  client,
  printers,
  newer = null,
  undrawableLabels = 0,
}: {
  ctx: Context;
  client: Selectable<ClientTable>;
  printers: readonly Selectable<PrinterTable>[];
  /** Newer version available for the client. */
  newer?: ProgramFile | null;
  /** Labels that wait for a newer version of the client. */
  undrawableLabels?: number;
}): Client => {
  const { enabled, revoked_at } = client;
  const isOnline = revoked_at === null && isClientOnline(ctx, client);
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
    pairedAt: toIso(client.paired_at),
    lastSeenAt: toIsoOrNull(client.last_seen_at),
    update: newer && presentUpdate(client, newer),
    undrawn: undrawableLabels,
    printers: printers.map((printer) =>
      presentPrinterOfClient(ctx, { ...printer, enabled, revoked_at }, isOnline),
    ),
  };
};
