import { isMild, reasonsText } from '@yunbiao/contract/printer-reasons';
import { UPDATE_CLIENT_WORDS } from '@yunbiao/contract/print-words';
import type { BatchTable, ClientTable, PrinterTable, Selectable } from '@yunbiao/db';
import { printerState } from '../client/present.ts';
import type { Context } from '../context.ts';
import { canClientDraw } from '../drawing/index.ts';
import { MINUTE, SECOND } from '../time.ts';

/** What of a printer and its client says whether it can print. */
export type PrinterNow = Pick<
  Selectable<PrinterTable>,
  'state' | 'state_text' | 'state_reasons' | 'gone' | 'reported_at' | 'unready_since'
> &
  Pick<Selectable<ClientTable>, 'enabled' | 'revoked_at' | 'draws'> & { client_id: number };

/** A batch, as far as it matters where it is printed. */
export type Drawn = Pick<Selectable<BatchTable>, 'needs'>;

/**
 * Whether labels of a batch sent to a printer now would be printed. `away`: nobody hears of it; `gone`: nobody ever will;
 * `outdated`: its client cannot draw them. `why`: for people. `since`: when it began, epoch ms; null: not known.
 */
export type Readiness =
  | { kind: 'ready' }
  | { kind: 'stopped' | 'away' | 'outdated' | 'gone'; why: string; since: number | null };

const listReasons = ({ state_reasons, state_text }: PrinterNow): string => {
  const keywords = JSON.parse(state_reasons) as string[];
  return reasonsText(keywords.filter((keyword) => !isMild(keyword))) || state_text || '停了';
};

export const getReadiness = (
  ctx: Pick<Context, 'now' | 'presence'>,
  printer: PrinterNow,
  batch: Drawn,
): Readiness => {
  const { unready_since: since } = printer;
  const { state, stateText } = printerState(ctx, printer, ctx.presence.online(printer.client_id));
  if (state === 'removed') return { kind: 'gone', why: stateText, since };
  if (printer.enabled === 0) return { kind: 'stopped', why: stateText, since };
  if (state === 'offline') return { kind: 'away', why: stateText, since };
  if (state === 'stopped') return { kind: 'stopped', why: listReasons(printer), since };
  if (!canClientDraw(printer, batch))
    return { kind: 'outdated', why: UPDATE_CLIENT_WORDS, since: null };
  return { kind: 'ready' };
};

/** A printer that is being connected to stops for a moment, and a client that is connected again is away for one, ms. */
const MOMENT_MS = { stopped: 5 * SECOND, away: 30 * SECOND, outdated: 5 * SECOND, gone: 0 };

/** How long it has to last before labels are moved, ms; `delayMinutes`: as the member's rule says. */
export const patienceMs = (
  { kind }: Exclude<Readiness, { kind: 'ready' }>,
  delayMinutes: number,
): number => (kind === 'gone' ? 0 : Math.max(MOMENT_MS[kind], delayMinutes * MINUTE));
