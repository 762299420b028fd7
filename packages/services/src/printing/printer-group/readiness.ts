import { isWarningReason, describeReasons } from '@yunbiao/contract/gateway/printer-reasons';
import { UPDATE_CLIENT_LABEL } from '@yunbiao/contract/printing/print-labels';
import type { BatchTable, ClientTable, PrinterTable, Selectable } from '@yunbiao/db';
import { isClientOnline } from '../client/is-client-online.ts';
import { resolvePrinterState } from '../client/present-client.ts';
import type { Context } from '../../platform/context.ts';
import { canClientDraw } from '../capabilities/index.ts';
import { MINUTE, SECOND } from '../../platform/time.ts';

/** Columns of a printer and its client that determine whether it can print. */
export type PrinterStatus = Pick<
  Selectable<PrinterTable>,
  'state' | 'state_text' | 'state_reasons' | 'gone' | 'reported_at' | 'unready_since'
> &
  Pick<Selectable<ClientTable>, 'enabled' | 'revoked_at' | 'draws' | 'node_id'>;

/** Columns of a batch that determine whether a client can draw it. */
export type DrawingNeeds = Pick<Selectable<BatchTable>, 'needs'>;

/**
 * Whether labels sent to a printer now would be printed. `away`: client offline; `gone`: printer
 * removed for good; `outdated`: the client cannot draw the labels. `why`: text for people. `since`:
 * start of the condition, epoch ms; null: unknown.
 */
export type Readiness =
  | { kind: 'ready' }
  | { kind: 'stopped' | 'away' | 'outdated' | 'gone'; why: string; since: number | null };

const describeStopReasons = ({ state_reasons, state_text }: PrinterStatus): string => {
  const keywords = JSON.parse(state_reasons) as string[];
  return (
    describeReasons(keywords.filter((keyword) => !isWarningReason(keyword))) || state_text || '停了'
  );
};

export const getPrinterReadiness = (
  ctx: Pick<Context, 'now' | 'presence'>,
  printer: PrinterStatus,
  batch: DrawingNeeds,
): Readiness => {
  const { unready_since: since } = printer;
  const { state, stateText } = resolvePrinterState(ctx, printer, isClientOnline(ctx, printer));
  if (state === 'removed') return { kind: 'gone', why: stateText, since };
  if (printer.enabled === 0) return { kind: 'stopped', why: stateText, since };
  if (state === 'offline') return { kind: 'away', why: stateText, since };
  if (state === 'stopped') return { kind: 'stopped', why: describeStopReasons(printer), since };
  if (!canClientDraw(printer, batch))
    return { kind: 'outdated', why: UPDATE_CLIENT_LABEL, since: null };
  return { kind: 'ready' };
};

/**
 * Minimum duration, ms: a printer stops briefly while it is being connected, and a client is
 * offline briefly while it reconnects.
 */
const MIN_DURATION_MS = { stopped: 5 * SECOND, away: 30 * SECOND, outdated: 5 * SECOND, gone: 0 };

/**
 * How long the condition must last before labels move, ms. `delayMinutes`: from the group's rule.
 */
export const computeMoveDelayMs = (
  { kind }: Exclude<Readiness, { kind: 'ready' }>,
  delayMinutes: number,
): number => (kind === 'gone' ? 0 : Math.max(MIN_DURATION_MS[kind], delayMinutes * MINUTE));
