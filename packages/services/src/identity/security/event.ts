import { onCommit, type Tx } from '@yunbiao/db';
import { formatActorName } from '../actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Kind } from './kinds.ts';

export type Event = {
  kind: Kind;
  /** The object of the event, e.g. `member:7`. */
  subject: string;
  /** Network address of the request, when known. */
  address?: string;
  /** Must not contain a password, a token or user input. */
  detail?: Readonly<Record<string, unknown>>;
};

/** Writes a log line for external log collectors. */
export const logSecurityEvent = (ctx: Context, event: Event, count = 1): void =>
  ctx.log.info('security', { ...event, actor: formatActorName(ctx.actor), count });

/**
 * Writes an event of the actor in `ctx` to the security log, within the given transaction. Logs it
 * after the commit.
 */
export const recordSecurityEvent = async ({
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
      actor: formatActorName(ctx.actor),
      subject,
      address,
      detail: JSON.stringify(detail),
      count: 1,
      fold: null,
    })
    .execute();
  onCommit(tx, () => logSecurityEvent(ctx, event));
};
