import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { securityEvent } from '../security/event.ts';

/** Who changed money, an entitlement or a password. */
export type Actor = `member:${number}` | 'admin' | 'system';

export type Subject =
  | `member:${number}`
  | `order:${number}`
  | `product:${number}`
  | `discount:${number}`
  | `vip:${number}`;

/**
 * Writes down a change of money, entitlement or password, in the transaction that makes it. What staff changed is in the
 * security log too; passwords are put there by who replaces them.
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
    .values({ at: ctx.now(), actor, action, subject, detail: JSON.stringify(detail) })
    .execute();
  if (actor === 'admin' && action !== 'password')
    await securityEvent({ ctx, tx, kind: `staff.${action}`, actor, subject, detail });
};
