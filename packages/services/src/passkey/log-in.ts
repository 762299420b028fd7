import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { lockMember, type PasskeyTable, type Selectable, transaction, type Tx } from '@yunbiao/db';
import { enter, type Entered } from '../account/enter.ts';
import { newSecret, type Origin } from '../account/session.ts';
import { actingAs, VISITOR } from '../actor.ts';
import type { Context } from '../context.ts';
import { invalid, type ServiceError } from '../errors.ts';
import { noteRefusal } from '../security/refusal.ts';
import { CHALLENGE_MS, isOver, keepChallenge, spendChallenge } from './challenge.ts';
import { toBytes, webauthn } from './library.ts';
import { type Place, requirePlace } from './place.ts';

type Passkey = Selectable<PasskeyTable>;
type Answer = CallParsed<'passkeyLogin'>;
type Verified = { counter: number; isSynced: boolean };

/**
 * What the browser is asked. It is told of nobody's passkeys: which there are, the authenticator knows.
 * `browser` is what this browser is to keep: only there the answer is taken.
 * @throws 409 where there are no passkeys
 */
export const passkeyStart = async ({
  ctx,
  site,
}: {
  ctx: Context;
  /** `https://host` the page has. */
  site: string;
}): Promise<CallOutput<'passkeyStart'> & { browser: string }> => {
  const { rpId } = requirePlace(ctx, site);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  });
  const browser = newSecret();
  await keepChallenge(ctx, options.challenge, { browser });
  return { options: { ...options }, browser };
};

const WRONG = '通行密钥没有通过核对，请再试一次，或者用别的方式登录';
const UNKNOWN = '这里不认识这个通行密钥，它可能已经删除；请用别的方式登录';

/** Null when it is not the passkey that signed, not for us, or nobody was asked for a finger or a PIN. */
const verify = async (
  answer: Answer,
  passkey: Passkey,
  { rpId, origin }: Place,
  expectedChallenge: string,
): Promise<Verified | null> => {
  const { verifyAuthenticationResponse } = await webauthn();
  const {
    credentialId: id,
    clientData: clientDataJSON,
    authenticatorData,
    signature,
    userHandle,
  } = answer;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature, userHandle },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // Counts are compared below, once the signature is known to be good.
      credential: { id, publicKey: toBytes(passkey.public_key), counter: 0 },
    });
    if (!verified) return null;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { counter: newCounter, isSynced: credentialBackedUp };
  } catch {
    // It throws for whatever is wrong, in words for programmers.
    return null;
  }
};

/**
 * Writes the use down. False when the count is not higher than at the last use (WebAuthn §6.1.1): then there are two of
 * a key that cannot be copied. Zero is from authenticators that do not count.
 */
const countUse = async (
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

const open = (
  ctx: Context,
  passkey: Passkey,
  verified: Verified,
  origin: Origin,
): Promise<Entered | null> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, passkey.member_id);
    const member = await tx
      .selectFrom('member')
      .selectAll()
      .where('id', '=', passkey.member_id)
      .where('left_at', 'is', null)
      .executeTakeFirst();
    // Removed meanwhile: whoever did that meant to end what it opens.
    const isThere = await tx
      .selectFrom('passkey')
      .select('id')
      .where('id', '=', passkey.id)
      .executeTakeFirst();
    if (!member || !isThere) throw invalid({ credentialId: UNKNOWN });
    if (!(await countUse(ctx, tx, passkey, verified))) return null;
    return enter({ ctx, tx, kind: 'login', member, origin, by: 'passkey' });
  });

/**
 * Signs in by what the passkey signed.
 * @throws 400 for whatever is wrong with it, 409 where there are no passkeys
 */
export const passkeyLogin = async ({
  ctx,
  input,
  site,
  browser,
  origin,
}: {
  ctx: Context;
  input: Answer;
  /** `https://host` the page has. */
  site: string;
  /** What the browser keeps in its cookie; '' when nothing. */
  browser: string;
  origin: Origin;
}): Promise<Entered> => {
  const place = requirePlace(ctx, site);
  const refuse = async (
    kind: 'passkey.refused' | 'passkey.counter',
    words: string,
    memberId?: number,
  ): Promise<ServiceError> => {
    const subject = memberId === undefined ? '' : `member:${memberId}`;
    const { address } = origin;
    await noteRefusal({ ctx: actingAs(ctx, VISITOR), kind, subject, address });
    return invalid({ credentialId: words });
  };
  if (browser === '') throw isOver();
  const { challenge } = await spendChallenge(ctx, input.clientData, { browser });
  const passkey = await ctx.db.kysely
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', input.credentialId)
    .where('rp_id', '=', place.rpId)
    .executeTakeFirst();
  if (!passkey) throw await refuse('passkey.refused', UNKNOWN);
  const { member_id: memberId } = passkey;
  const isOwners = passkey.user_handle === input.userHandle;
  const verified = isOwners ? await verify(input, passkey, place, challenge) : null;
  if (!verified) throw await refuse('passkey.refused', WRONG, memberId);
  const entered = await open(ctx, passkey, verified, origin);
  if (!entered) throw await refuse('passkey.counter', WRONG, memberId);
  return entered;
};
