import { onCommit, type Tx } from '@yunbiao/db';
import { actorName } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Kind } from './kinds.ts';

export type Event = {
  kind: Kind;
  /** What it happened to, e.g. `member:7`. */
  subject: string;
  /** Network address it came from, where that is known. */
  address?: string;
  /** Never a password, a token, or what somebody typed. */
  detail?: Readonly<Record<string, unknown>>;
};

/** One line of the log for whoever collects them elsewhere. */
export const logEvent = (ctx: Context, event: Event, count = 1): void =>
  ctx.log.info('security', { ...event, actor: actorName(ctx.actor), count });

/**
 * Writes what the one who acts in `ctx` did into the security log, in the transaction it belongs to, and says it in the
 * log once that is durable.
 */
export const securityEvent = async ({
  ctx,
  tx,
  ...event
}: Event & { ctx: Context; tx: Tx }): Promise<void> => {
  const { kind, subject, address = '', detail = {} } = event;
  await tx
    .insertInto('security_event')
    .values({
      at: ctx.now(),
      kind,
      actor: actorName(ctx.actor),
      subject,
      address,
      detail: JSON.stringify(detail),
      count: 1,
      fold: null,
    })
    .execute();
  onCommit(tx, () => logEvent(ctx, event));
};
