import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';

/** Who changed money or an entitlement. */
export type Actor = `member:${number}` | 'admin' | 'system';

export type Subject =
  | `order:${number}`
  | `product:${number}`
  | `discount:${number}`
  | `vip:${number}`;

/** Writes down a change of money or entitlement, in the transaction that makes it. */
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
};
