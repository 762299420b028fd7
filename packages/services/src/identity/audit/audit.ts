import type { Tx } from '@yunbiao/db';
import { formatActorName, getOperatorDetails } from '../actor.ts';
import type { Context } from '../../platform/context.ts';
import { recordSecurityEvent } from '../security/event.ts';
import { getSecurityEventKind } from '../security/kinds.ts';
import type { AuditAction } from './actions.ts';

export type Subject =
  | `member:${number}`
  | `software:${number}`
  /** The whole site. */
  | 'site:0'
  | `order:${number}`
  | `product:${number}`
  | `discount:${number}`
  | `vip:${number}`
  | `post:${number}`
  | `reply:${number}`
  | `dict:${number}`;

/**
 * Records a change of money, rights or passwords in the transaction that makes it. The actor comes
 * from `ctx`. For an operator it also records the system user (`by`) and the reason (`why`), and
 * adds an entry to the security log. Password changes write that entry themselves.
 */
export const recordAudit = async ({
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
  const operatorDetails = getOperatorDetails(ctx.actor);
  await tx
    .insertInto('audit')
    .values({
      at: ctx.now(),
      actor: formatActorName(ctx.actor),
      action,
      subject,
      detail: JSON.stringify({ ...detail, ...operatorDetails }),
    })
    .execute();
  if (operatorDetails !== null && action !== 'password')
    await recordSecurityEvent({ ctx, tx, kind: getSecurityEventKind(action), subject, detail });
};
