import type { CallOutput } from '@yunbiao/contract';
import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import { maskAddress } from '../../platform/network.ts';
import { recordSecurityEvent } from '../security/event.ts';
import { toIso } from '../../platform/time.ts';
import { describeDevice } from './describe-device.ts';
import { endSessions } from './end-sessions.ts';
import type { SignedIn } from './session.ts';

const MAX_SESSIONS_LISTED = 100;

type SessionScope = { ctx: Context; signedIn: SignedIn };
/** `address`: network address the request came from. */
type RequestOrigin = { address: string };

/** Lists the member's sessions: the current one first, then by last use. */
export const listOwnSessions = async ({
  ctx,
  signedIn: { member, sessionId },
}: SessionScope): Promise<CallOutput<'sessionList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('session')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at', 'expires_at'])
    .where('member_id', '=', member.id)
    .where('expires_at', '>', ctx.now())
    .orderBy((eb) => eb.case().when('id', '=', sessionId).then(0).else(1).end())
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS_LISTED)
    .execute();
  return {
    list: rows.map((row) => ({
      id: String(row.id),
      device: describeDevice(row.user_agent),
      address: maskAddress(row.address),
      isThis: row.id === sessionId,
      createdAt: toIso(row.created_at),
      lastUsedAt: toIso(row.last_used_at),
      expiresAt: toIso(row.expires_at),
    })),
  };
};

/** Ends a session of the member. @throws 404 if there is no such session */
export const endSession = ({
  ctx,
  signedIn: { member },
  id,
  address,
}: SessionScope & RequestOrigin & { id: number }): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    const ended = await endSessions({ ctx, tx, memberId: member.id, onlyId: id });
    if (ended === 0) throw createNotFoundError('没有这台设备的登录，可能已经退出了');
    await recordSecurityEvent({ ctx, tx, kind: 'session.end', subject: `session:${id}`, address });
  });

export const endOtherSessions = ({
  ctx,
  signedIn: { member, sessionId },
  address,
}: SessionScope & RequestOrigin): Promise<CallOutput<'sessionEndOthers'>> =>
  runTransaction(ctx.db, async (tx) => {
    const ended = await endSessions({ ctx, tx, memberId: member.id, exceptId: sessionId });
    const subject = `member:${member.id}`;
    const event = { kind: 'session.endOthers', subject, address } as const;
    if (ended > 0) await recordSecurityEvent({ ctx, tx, ...event, detail: { ended } });
    return { ended };
  });
