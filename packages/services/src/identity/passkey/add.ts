import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { PASSKEYS_PER_MEMBER } from '@yunbiao/contract/limits/passkey';
import {
  type Executor,
  isUniqueViolation,
  type PasskeyTable,
  type Selectable,
  type Tx,
  runMemberTransaction,
} from '@yunbiao/db';
import { describeDevice } from '../account/describe-device.ts';
import { requireReauthentication } from '../account/require-reauthentication.ts';
import { generateSecret, type SignedIn } from '../account/session.ts';
import type { Context } from '../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createSessionInvalidError,
} from '../../platform/errors.ts';
import { notifyOfAccountChange } from '../notice/account-change.ts';
import { recordSecurityEvent } from '../security/event.ts';
import { recordRefusal } from '../security/record-refusal.ts';
import { CHALLENGE_MS, storeChallenge, consumeChallenge } from './challenge.ts';
import { ALGORITHMS, toBase64url, decodeBase64url, loadWebauthn } from './webauthn.ts';
import { NOT_ME_ADVICE, presentPasskey } from './passkeys.ts';
import { type RelyingParty, requireRelyingParty } from './relying-party.ts';

type Answer = CallParsed<'passkeyAdd'>;
type Own = Pick<Selectable<PasskeyTable>, 'credential_id' | 'user_handle' | 'rp_id' | 'transports'>;

type From = {
  ctx: Context;
  signedIn: SignedIn;
  /** Origin of the page, `https://host`. */
  site: string;
  /** Network address of the request. */
  address: string;
};

const listPasskeys = (db: Executor, memberId: number): Promise<Own[]> =>
  db
    .selectFrom('passkey')
    .select(['credential_id', 'user_handle', 'rp_id', 'transports'])
    .where('member_id', '=', memberId)
    .execute();

const requirePasskeyRoom = (ownPasskeys: readonly Own[]): void => {
  if (ownPasskeys.length >= PASSKEYS_PER_MEMBER)
    throw createConflictError(`最多 ${PASSKEYS_PER_MEMBER} 个通行密钥，先删除不用的`);
};

/**
 * Options for `navigator.credentials.create`, after the owner is verified. Excludes authenticators
 * that already have a passkey of the member.
 * @throws 400 for a wrong password, 403 without a password and without a recent sign-in, 409 when
 * passkeys are not available here or the limit is reached, 429
 */
export const startPasskeyRegistration = async ({
  ctx,
  signedIn,
  site,
  address,
  password,
}: From & { password: string }): Promise<CallOutput<'passkeyAddStart'>> => {
  const { rpId } = requireRelyingParty(ctx, site);
  const { member, sessionId } = signedIn;
  const ownPasskeys = await listPasskeys(ctx.db.kysely, member.id);
  requirePasskeyRoom(ownPasskeys);
  await requireReauthentication({ ctx, signedIn, password, address });
  const place = ownPasskeys.filter(({ rp_id }) => rp_id === rpId);
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: '云标',
    rpID: rpId,
    userName: member.username,
    userDisplayName: member.nickname,
    userID: decodeBase64url(place[0]?.user_handle ?? generateSecret()),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: place.map(({ credential_id: id, transports }) => ({
      id,
      transports: JSON.parse(transports) as string[],
    })),
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_MS,
  });
  await ctx.db.kysely
    .deleteFrom('passkey_challenge')
    .where('member_id', '=', member.id)
    .where('session_id', '=', sessionId)
    .execute();
  await storeChallenge(ctx, options.challenge, { memberId: member.id, sessionId }, options.user.id);
  return { options: { ...options } };
};

/**
 * Accepts `none`, as requested, and self-attestation. Certificates of other formats name revocation
 * lists, which would be fetched from arbitrary URLs.
 */
const hasNoAttestationCertificate = async (attestation: string): Promise<boolean> => {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(decodeBase64url(attestation));
  const format = decoded.get('fmt');
  return (
    format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  );
};

/** Verifies the browser's answer; null when it is invalid for any reason. */
const verifyRegistration = async (
  answer: Answer,
  { rpId, origin }: RelyingParty,
  expectedChallenge: string,
) => {
  const { credentialId, clientData: clientDataJSON, attestation, transports } = answer;
  try {
    if (!(await hasNoAttestationCertificate(attestation))) return null;
    const { verifyRegistrationResponse } = await loadWebauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: attestation, transports },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential.id === credentialId ? registrationInfo : null;
  } catch {
    // The library throws for any invalid answer; its messages are for programmers.
    return null;
  }
};

/**
 * The session may have ended since the request started, e.g. by a password change to lock others
 * out.
 * @throws -9999
 */
const requireOpenSession = async (
  tx: Tx,
  { memberId, sessionId }: { memberId: number; sessionId: number },
): Promise<void> => {
  const session = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!session) throw createSessionInvalidError();
};

const notifyOwner = (ctx: Context, tx: Tx, memberId: number, name: string): Promise<void> =>
  notifyOfAccountChange(ctx, tx, memberId, {
    title: '添加了一个通行密钥',
    text: `“${name}”可以用来登录了。${NOT_ME_ADVICE}`,
  });

/**
 * Adds the passkey the browser created.
 * @throws 400 when it is invalid, 409 when it exists or the limit is reached, -9999
 */
export const addPasskey = async ({
  ctx,
  signedIn,
  site,
  address,
  userAgent,
  input,
}: From & { input: Answer; userAgent: string }): Promise<CallOutput<'passkeyAdd'>> => {
  const place = requireRelyingParty(ctx, site);
  const { member, sessionId } = signedIn;
  const memberId = member.id;
  const subject = `member:${memberId}`;
  const spentChallenge = await consumeChallenge(ctx, input.clientData, { memberId, sessionId });
  const verifiedPasskey = await verifyRegistration(input, place, spentChallenge.challenge);
  if (!verifiedPasskey) {
    await recordRefusal({ ctx, kind: 'passkey.refused', subject, address });
    throw createInvalidInputError({ credentialId: '通行密钥没有通过核对，请重试' });
  }
  try {
    return await runMemberTransaction(ctx.db, memberId, async (tx) => {
      await requireOpenSession(tx, { memberId, sessionId });
      requirePasskeyRoom(await listPasskeys(tx, memberId));
      const { credential, credentialBackedUp } = verifiedPasskey;
      const row = await tx
        .insertInto('passkey')
        .values({
          member_id: memberId,
          credential_id: credential.id,
          public_key: toBase64url(credential.publicKey),
          user_handle: spentChallenge.userHandle,
          rp_id: place.rpId,
          sign_count: credential.counter,
          transports: JSON.stringify(input.transports),
          is_synced: credentialBackedUp ? 1 : 0,
          name: input.name || describeDevice(userAgent),
          created_at: ctx.now(),
          last_used_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordSecurityEvent({ ctx, tx, kind: 'passkey.add', subject, address });
      await notifyOwner(ctx, tx, memberId, row.name);
      return presentPasskey(row);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw createConflictError('这个通行密钥已经添加过');
    throw error;
  }
};
