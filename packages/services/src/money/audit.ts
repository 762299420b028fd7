import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { securityEvent } from '../security/event.ts';
import { kindOf } from '../security/kinds.ts';

/** Who changed money, a right or a password. */
export type Actor = `member:${number}` | 'admin' | 'system';

export type Subject =
  | `member:${number}`
  | `order:${number}`
  | `product:${number}`
  | `discount:${number}`
  | `vip:${number}`
  | `post:${number}`
  | `reply:${number}`;

/** What is known of the operator behind a command; nothing of anybody else. */
const behind = (ctx: Context, actor: Actor): { by?: string; why?: string } => {
  if (actor !== 'admin' || !ctx.operator) return {};
  const { user, why } = ctx.operator;
  return { ...(user ? { by: user } : {}), ...(why ? { why } : {}) };
};

/**
 * Writes down a change of money, right or password, in the transaction that makes it. What an operator does says which
 * user of the system it was (`by`) and what for (`why`), and is in the security log too; passwords are put there by who
 * replaces them.
 */
export const audit = async ({
  ctx,
  tx,
  actor,
  action,
  subject,
  detail = {},
}: {
  ctx: Context;
  tx: Tx;
  actor: Actor;
  action: string;
  subject: Subject;
  detail?: Readonly<Record<string, unknown>>;
}): Promise<void> => {
  await tx
    .insertInto('audit')
    .values({
      at: ctx.now(),
      actor,
      action,
      subject,
      detail: JSON.stringify({ ...detail, ...behind(ctx, actor) }),
    })
    .execute();
  if (actor === 'admin' && action !== 'password')
    await securityEvent({ ctx, tx, kind: kindOf(action), actor, subject, detail });
};
