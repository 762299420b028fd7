import { PASSKEY_MINUTES } from '@yunbiao/contract/limits/passkey';
import { computeSha256 } from '../account/session.ts';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, type ServiceError } from '../../platform/errors.ts';
import { MINUTE } from '../../platform/time.ts';

export const CHALLENGE_MS = PASSKEY_MINUTES * MINUTE;

/** Owner of a challenge: a browser that signs in, or a member in a session. */
export type ChallengeOwner = { browser: string } | { memberId: number; sessionId: number };

const toOwnerColumns = (owner: ChallengeOwner) =>
  'browser' in owner
    ? { browser_hash: computeSha256(owner.browser), member_id: null, session_id: null }
    : { browser_hash: null, member_id: owner.memberId, session_id: owner.sessionId };

/** `userHandle`: id of the member for the authenticator; empty for a sign-in. */
export const storeChallenge = async (
  ctx: Context,
  challenge: string,
  owner: ChallengeOwner,
  userHandle = '',
): Promise<void> => {
  await ctx.db.kysely
    .insertInto('passkey_challenge')
    .values({
      challenge,
      ...toOwnerColumns(owner),
      user_handle: userHandle,
      expires_at: ctx.now() + CHALLENGE_MS,
    })
    .execute();
};

export const createChallengeExpiredError = (): ServiceError =>
  createInvalidInputError({ credentialId: '这一次已经过期，请重试' });

/**
 * Extracts the challenge from the client data; empty when it cannot be parsed. Not verified yet.
 */
const parseChallenge = (clientData: string): string => {
  try {
    const parsedData: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    const { challenge } = parsedData as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
};

/**
 * Consumes the challenge, so that an answer works only once, valid or not. Returns the stored
 * challenge.
 * @throws 400 when this browser or session has no such challenge, or it was used or has expired
 */
export const consumeChallenge = async (
  ctx: Context,
  clientData: string,
  challengeOwner: ChallengeOwner,
): Promise<{ challenge: string; userHandle: string }> => {
  const owner = toOwnerColumns(challengeOwner);
  const row = await ctx.db.kysely
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', parseChallenge(clientData))
    .where('browser_hash', 'browser' in challengeOwner ? '=' : 'is', owner.browser_hash)
    .where('member_id', 'browser' in challengeOwner ? 'is' : '=', owner.member_id)
    .where('session_id', 'browser' in challengeOwner ? 'is' : '=', owner.session_id)
    .where('expires_at', '>', ctx.now())
    .returning(['challenge', 'user_handle'])
    .executeTakeFirst();
  if (!row) throw createChallengeExpiredError();
  return { challenge: row.challenge, userHandle: row.user_handle };
};

/** Returns the number of deleted rows. */
export const deleteExpiredChallenges = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('passkey_challenge')
    .where('expires_at', '<=', ctx.now())
    .executeTakeFirst();
  return Number(numDeletedRows);
};
