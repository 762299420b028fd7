import { sql } from '@yunbiao/db';
import type { DetailState } from '@yunbiao/contract/evidence';
import type { Context } from '../../platform/context.ts';
import { SECOND } from '../../platform/time.ts';
import { canClientDraw } from '../capabilities/index.ts';

/** Labels counted per state: more are reported as this many, so that counting stays cheap. */
const MAX_COUNTED_LABELS = 100_000;
/** Labels per state among which the oldest is sought: those that expire first. */
const MAX_AGED_LABELS = 1_000;
/** Printers whose queues do not move, oldest label first. */
const MAX_STALLED_PRINTERS = 200;

/** States in which something is still to happen; `uncertain` waits for the member. */
const BACKLOG_STATES = ['queued', 'sending', 'uncertain'] as const satisfies DetailState[];

export type LabelBacklog = {
  /** State → labels. */
  counts: Record<string, number>;
  /** State → age of the oldest label, seconds; 0 without labels. */
  oldestAgeS: Record<string, number>;
  /**
   * Age of the oldest label that a connected printer could print while nothing is being sent to
   * it, seconds; 0 for none.
   */
  stalledAgeS: number;
};

const countLabels = async (ctx: Context, state: DetailState): Promise<number> => {
  // The order makes the index on state and expiry the natural path.
  const row = await ctx.db.kysely
    .selectFrom((eb) =>
      eb
        .selectFrom('detail')
        .select('expires_at')
        .where('state', '=', state)
        .orderBy('expires_at')
        .limit(MAX_COUNTED_LABELS)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
};

const findOldestQueuedAt = async (ctx: Context, state: DetailState): Promise<number | null> => {
  const row = await ctx.db.kysely
    .selectFrom((eb) =>
      eb
        .selectFrom('detail')
        .select('queued_at')
        .where('state', '=', state)
        .orderBy('expires_at')
        .limit(MAX_AGED_LABELS)
        .as('some'),
    )
    .select((eb) => eb.fn.min<number | null>('queued_at').as('oldest'))
    .executeTakeFirst();
  return row?.oldest ?? null;
};

/** First labels in the queues of connected, ready printers to which nothing is being sent. */
const listStalledLabels = (ctx: Context) =>
  ctx.db.kysely
    .selectFrom('printer')
    .innerJoin('client', 'client.id', 'printer.client_id')
    .innerJoin('detail', (join) =>
      join.on('detail.id', '=', (eb) =>
        eb
          .selectFrom('detail as first')
          .select('first.id')
          .whereRef('first.printer_id', '=', 'printer.id')
          .where('first.state', '=', 'queued')
          .where('first.recall', '=', 0)
          .orderBy('first.queue_order')
          .limit(1),
      ),
    )
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select(['detail.queued_at', 'client.draws', 'batch.needs'])
    .where('printer.gone', '=', 0)
    .where('printer.unready_since', 'is', null)
    .where('client.node_id', 'is not', null)
    .where('client.enabled', '=', 1)
    .where('client.revoked_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('detail as moving')
            .select(sql.lit(1).as('one'))
            .whereRef('moving.printer_id', '=', 'printer.id')
            .where('moving.state', '=', 'sending'),
        ),
      ),
    )
    .orderBy('detail.queued_at')
    .limit(MAX_STALLED_PRINTERS)
    .execute();

/** Labels that wait, for the operator's figures. Reads indexes, and never more than its bounds. */
export const readLabelBacklog = async ({ ctx }: { ctx: Context }): Promise<LabelBacklog> => {
  const now = ctx.now();
  const toAgeS = (at: number | null | undefined): number =>
    at === null || at === undefined ? 0 : Math.max(0, now - at) / SECOND;
  const backlog: LabelBacklog = { counts: {}, oldestAgeS: {}, stalledAgeS: 0 };
  for (const state of BACKLOG_STATES) {
    backlog.counts[state] = await countLabels(ctx, state);
    backlog.oldestAgeS[state] = toAgeS(await findOldestQueuedAt(ctx, state));
  }
  const stalled = await listStalledLabels(ctx);
  // A label its client cannot draw waits for an update of the client, and for nothing here.
  const oldest = stalled.find((label) => canClientDraw(label, label));
  backlog.stalledAgeS = toAgeS(oldest?.queued_at);
  return backlog;
};
