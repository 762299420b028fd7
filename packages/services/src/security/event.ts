import { onCommit, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import type { Actor, Kind } from './kinds.ts';

export type Event = {
  kind: Kind;
  actor: Actor;
  /** What it happened to, e.g. `member:7`. */
  subject: string;
  /** Network address it came from, where that is known. */
  address?: string;
  /** Never a password, a token, or what somebody typed. */
  detail?: Readonly<Record<string, unknown>>;
};

/** One line of the log for whoever collects them elsewhere. */
export const logEvent = (ctx: Context, event: Event, count = 1): void =>
  ctx.log.info('security', { ...event, count });

/** Writes an event into the security log, in the transaction it belongs to, and says it in the log once that is durable. */
export const securityEvent = async ({
  ctx,
  tx,
  ...event
}: Event & { ctx: Context; tx: Tx }): Promise<void> => {
  const { kind, actor, subject, address = '', detail = {} } = event;
  await tx
    .insertInto('security_event')
    .values({
      ...{ at: ctx.now(), kind, actor, subject, address, detail: JSON.stringify(detail) },
      ...{ count: 1, fold: null },
    })
    .execute();
  onCommit(tx, () => logEvent(ctx, event));
};
