import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { type PasskeyTable, type Selectable, type Tx, runMemberTransaction } from '@yunbiao/db';
import { completeSignIn, type SignInResult } from '../account/complete-sign-in.ts';
import { generateSecret, type Origin } from '../account/session.ts';
import { copyContextWithActor, VISITOR } from '../actor.ts';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, type ServiceError } from '../../platform/errors.ts';
import { recordRefusal } from '../security/record-refusal.ts';
import {
  CHALLENGE_MS,
  createChallengeExpiredError,
  storeChallenge,
  consumeChallenge,
} from './challenge.ts';
import { decodeBase64url, loadWebauthn } from './webauthn.ts';
import { type RelyingParty, requireRelyingParty } from './relying-party.ts';

type Passkey = Selectable<PasskeyTable>;
type Answer = CallParsed<'passkeyLogin'>;
type Verified = { counter: number; isSynced: boolean };

/**
 * Options for `navigator.credentials.get`. Lists no passkeys: the authenticator knows its own.
 * `browser` is a secret for this browser's cookie; the answer is accepted only with it.
 * @throws 409 when passkeys are not available here
 */
export const startPasskeySignIn = async ({
  ctx,
  site,
}: {
  ctx: Context;
  /** Origin of the page, `https://host`. */
  site: string;
}): Promise<CallOutput<'passkeyStart'> & { browser: string }> => {
  const { rpId } = requireRelyingParty(ctx, site);
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  });
  const browser = generateSecret();
  await storeChallenge(ctx, options.challenge, { browser });
  return { options: { ...options }, browser };
};

const WRONG = '通行密钥没有通过核对，请重试，或者用别的方式登录';
const UNKNOWN = '这里不认识这个通行密钥，它可能已经删除；请用别的方式登录';

/** Returns null when the signature, the origin or the user verification is invalid. */
const verifyPasskeyAnswer = async (
  answer: Answer,
  passkey: Passkey,
  { rpId, origin }: RelyingParty,
  expectedChallenge: string,
): Promise<Verified | null> => {
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const {
    credentialId,
    clientData: clientDataJSON,
    authenticatorData,
    signature,
    userHandle,
  } = answer;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature, userHandle },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The counter is compared below, after the signature is verified.
      credential: { id: credentialId, publicKey: decodeBase64url(passkey.public_key), counter: 0 },
    });
    if (!verified) return null;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { counter: newCounter, isSynced: credentialBackedUp };
  } catch {
    // The library throws for any invalid answer; its messages are for programmers.
    return null;
  }
};

/**
 * Records the use. Returns false when the signature counter is not higher than at the last use
 * (WebAuthn §6.1.1): a passkey that cannot be copied exists twice. Zero: the authenticator does not
 * count.
 */
const recordPasskeyUse = async (
  ctx: Context,
  tx: Tx,
  passkey: Passkey,
  { counter, isSynced }: Verified,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ sign_count: counter, is_synced: isSynced ? 1 : 0, last_used_at: ctx.now() })
    .where('id', '=', passkey.id)
    .where('sign_count', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const signInByVerifiedPasskey = (
  ctx: Context,
  passkey: Passkey,
  verified: Verified,
  origin: Origin,
): Promise<SignInResult | null> =>
  runMemberTransaction(ctx.db, passkey.member_id, async (tx) => {
    const member = await tx
      .selectFrom('member')
      .selectAll()
      .where('id', '=', passkey.member_id)
      .where('left_at', 'is', null)
      .executeTakeFirst();
    // The passkey may have been removed since the request started, to end this access.
    const isThere = await tx
      .selectFrom('passkey')
      .select('id')
      .where('id', '=', passkey.id)
      .executeTakeFirst();
    if (!member || !isThere) throw createInvalidInputError({ credentialId: UNKNOWN });
    if (!(await recordPasskeyUse(ctx, tx, passkey, verified))) return null;
    return completeSignIn({ ctx, tx, kind: 'login', member, origin, by: 'passkey' });
  });

/**
 * Signs in with a passkey.
 * @throws 400 when the answer is invalid, 409 when passkeys are not available here
 */
export const signInWithPasskey = async ({
  ctx,
  input,
  site,
  browser,
  origin,
}: {
  ctx: Context;
  input: Answer;
  /** Origin of the page, `https://host`. */
  site: string;
  /** The secret in the browser's cookie; empty when absent. */
  browser: string;
  origin: Origin;
}): Promise<SignInResult> => {
  const place = requireRelyingParty(ctx, site);
  const recordRefusedLogin = async (
    kind: 'passkey.refused' | 'passkey.counter',
    words: string,
    memberId?: number,
  ): Promise<ServiceError> => {
    const subject = memberId === undefined ? '' : `member:${memberId}`;
    const { address } = origin;
    await recordRefusal({ ctx: copyContextWithActor(ctx, VISITOR), kind, subject, address });
    return createInvalidInputError({ credentialId: words });
  };
  if (browser === '') throw createChallengeExpiredError();
  const { challenge } = await consumeChallenge(ctx, input.clientData, { browser });
  const passkey = await ctx.db.kysely
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', input.credentialId)
    .where('rp_id', '=', place.rpId)
    .executeTakeFirst();
  if (!passkey) throw await recordRefusedLogin('passkey.refused', UNKNOWN);
  const { member_id: memberId } = passkey;
  const isOwners = passkey.user_handle === input.userHandle;
  const verified = isOwners ? await verifyPasskeyAnswer(input, passkey, place, challenge) : null;
  if (!verified) throw await recordRefusedLogin('passkey.refused', WRONG, memberId);
  const entered = await signInByVerifiedPasskey(ctx, passkey, verified, origin);
  if (!entered) throw await recordRefusedLogin('passkey.counter', WRONG, memberId);
  return entered;
};
