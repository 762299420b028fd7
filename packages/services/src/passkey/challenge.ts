import { PASSKEY_MINUTES } from '@yunbiao/contract/limits/passkey';
import { sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { invalid, type ServiceError } from '../errors.ts';
import { MINUTE } from '../time.ts';

export const CHALLENGE_MS = PASSKEY_MINUTES * MINUTE;

/** Who was asked: a browser that signs in, or a member in a session. */
export type Asked = { browser: string } | { memberId: number; sessionId: number };

const getOwner = (asked: Asked) =>
  'browser' in asked
    ? { browser_hash: sha256(asked.browser), member_id: null, session_id: null }
    : { browser_hash: null, member_id: asked.memberId, session_id: asked.sessionId };

/** `userHandle`: by which an authenticator is to know the member; '' when somebody signs in. */
export const keepChallenge = async (
  ctx: Context,
  challenge: string,
  asked: Asked,
  userHandle = '',
): Promise<void> => {
  await ctx.db.kysely
    .insertInto('passkey_challenge')
    .values({
      challenge,
      ...getOwner(asked),
      user_handle: userHandle,
      expires_at: ctx.now() + CHALLENGE_MS,
    })
    .execute();
};

export const isOver = (): ServiceError => invalid({ credentialId: '这一次已经过期，请再试一次' });

/** What the browser says it was asked; '' when that cannot be read. Nothing of it is believed yet. */
const saidIn = (clientData: string): string => {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    const { challenge } = said as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
};

/**
 * Uses up what was asked, whatever becomes of the answer: the same answer is good once. Returns what it was.
 * @throws 400 when this browser or session was not asked it, it was answered already, or is over
 */
export const spendChallenge = async (
  ctx: Context,
  clientData: string,
  asked: Asked,
): Promise<{ challenge: string; userHandle: string }> => {
  const owner = getOwner(asked);
  const row = await ctx.db.kysely
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', saidIn(clientData))
    .where('browser_hash', 'browser' in asked ? '=' : 'is', owner.browser_hash)
    .where('member_id', 'browser' in asked ? 'is' : '=', owner.member_id)
    .where('session_id', 'browser' in asked ? 'is' : '=', owner.session_id)
    .where('expires_at', '>', ctx.now())
    .returning(['challenge', 'user_handle'])
    .executeTakeFirst();
  if (!row) throw isOver();
  return { challenge: row.challenge, userHandle: row.user_handle };
};

/** Removes what is over. Returns how many. */
export const sweepPasskeys = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('passkey_challenge')
    .where('expires_at', '<=', ctx.now())
    .executeTakeFirst();
  return Number(numDeletedRows);
};
