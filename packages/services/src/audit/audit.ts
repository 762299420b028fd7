import type { Tx } from '@yunbiao/db';
import { actorName, runsTheSite } from '../actor.ts';
import type { Context } from '../context.ts';
import { securityEvent } from '../security/event.ts';
import { getKind } from '../security/kinds.ts';
import type { AuditAction } from './actions.ts';

export type Subject =
  | `member:${number}`
  | `software:${number}`
  /** Everybody. */
  | 'site:0'
  | `order:${number}`
  | `product:${number}`
  | `discount:${number}`
  | `vip:${number}`
  | `post:${number}`
  | `reply:${number}`
  | `dict:${number}`;

/**
 * Writes down a change of money, right or password by who acts in `ctx`, in the transaction that makes it. What an
 * operator does says which user of the system it was (`by`) and what for (`why`), and is in the security log too;
 * passwords are put there by who replaces them.
 */
export const audit = async ({
  ctx,
  tx,
  action,
  subject,
  detail = {},
}: {
  ctx: Context;
  tx: Tx;
  action: AuditAction;
  subject: Subject;
  detail?: Readonly<Record<string, unknown>>;
}): Promise<void> => {
  const behind = runsTheSite(ctx.actor);
  await tx
    .insertInto('audit')
    .values({
      at: ctx.now(),
      actor: actorName(ctx.actor),
      action,
      subject,
      detail: JSON.stringify({ ...detail, ...behind }),
    })
    .execute();
  if (behind !== null && action !== 'password')
    await securityEvent({ ctx, tx, kind: getKind(action), subject, detail });
};
