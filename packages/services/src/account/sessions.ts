import type { CallOutput } from '@yunbiao/contract';
import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { maskAddress } from '../network.ts';
import { securityEvent } from '../security/event.ts';
import { iso } from '../time.ts';
import { deviceWords } from './device-words.ts';
import { endSessions } from './end-sessions.ts';
import type { SignedIn } from './session.ts';

const SHOWN = 100;

type Asked = { ctx: Context; signedIn: SignedIn };
/** `address`: network address the request came from. */
type From = { address: string };

/** Where the member is signed in, this session first, then the last used. */
export const sessionList = async ({
  ctx,
  signedIn: { member, sessionId },
}: Asked): Promise<CallOutput<'sessionList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('session')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at', 'expires_at'])
    .where('member_id', '=', member.id)
    .where('expires_at', '>', ctx.now())
    .orderBy((eb) => eb.case().when('id', '=', sessionId).then(0).else(1).end())
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    list: rows.map((row) => ({
      id: String(row.id),
      device: deviceWords(row.user_agent),
      address: maskAddress(row.address),
      isThis: row.id === sessionId,
      createdAt: iso(row.created_at),
      lastUsedAt: iso(row.last_used_at),
      expiresAt: iso(row.expires_at),
    })),
  };
};

/** Ends one session of the member's. @throws 404, also for anybody else's */
export const endSession = ({
  ctx,
  signedIn: { member },
  id,
  address,
}: Asked & From & { id: number }): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const ended = await endSessions({ ctx, tx, memberId: member.id, only: id });
    if (ended === 0) throw notFound('没有这台设备的登录，可能已经退出了');
    await securityEvent({ ctx, tx, kind: 'session.end', subject: `session:${id}`, address });
  });

/** Ends all sessions of the member's but this one. */
export const endOtherSessions = ({
  ctx,
  signedIn: { member, sessionId },
  address,
}: Asked & From): Promise<CallOutput<'sessionEndOthers'>> =>
  transaction(ctx.db, async (tx) => {
    const ended = await endSessions({ ctx, tx, memberId: member.id, but: sessionId });
    const subject = `member:${member.id}`;
    const event = { kind: 'session.endOthers', subject, address } as const;
    if (ended > 0) await securityEvent({ ctx, tx, ...event, detail: { ended } });
    return { ended };
  });
