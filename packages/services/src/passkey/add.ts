import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { PASSKEYS_PER_MEMBER } from '@yunbiao/contract/limits/passkey';
import {
  type Executor,
  isUniqueViolation,
  lockMember,
  type PasskeyTable,
  type Selectable,
  transaction,
} from '@yunbiao/db';
import { deviceWords } from '../account/device-words.ts';
import { requireSelf } from '../account/fresh.ts';
import { newSecret, type SignedIn } from '../account/session.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, sessionInvalid } from '../errors.ts';
import { tellOfAccount } from '../notice/of-account.ts';
import { securityEvent } from '../security/event.ts';
import { noteRefusal } from '../security/refusal.ts';
import { CHALLENGE_MS, keepChallenge, spendChallenge } from './challenge.ts';
import { ALGORITHMS, toBase64url, toBytes, webauthn } from './library.ts';
import { NOT_ME, presentPasskey } from './passkeys.ts';
import { type Place, requirePlace } from './place.ts';

type Answer = CallParsed<'passkeyAdd'>;
type Own = Pick<Selectable<PasskeyTable>, 'credential_id' | 'user_handle' | 'rp_id' | 'transports'>;

type From = {
  ctx: Context;
  signedIn: SignedIn;
  /** `https://host` the page has. */
  site: string;
  /** Network address the request came from. */
  address: string;
};

const listPasskeys = (db: Executor, memberId: number): Promise<Own[]> =>
  db
    .selectFrom('passkey')
    .select(['credential_id', 'user_handle', 'rp_id', 'transports'])
    .where('member_id', '=', memberId)
    .execute();

const requireRoom = (own: readonly Own[]): void => {
  if (own.length >= PASSKEYS_PER_MEMBER)
    throw conflict(`最多 ${PASSKEYS_PER_MEMBER} 个通行密钥，先删掉不用的`);
};

/**
 * What the browser is asked, once it is sure that the owner asks. The authenticators that have one are named: each has
 * one passkey of a member.
 * @throws 400 for a wrong password, 403 without one and a sign-in just now, 409 where there are no passkeys or enough, 429
 */
export const passkeyAddStart = async ({
  ctx,
  signedIn,
  site,
  address,
  password,
}: From & { password: string }): Promise<CallOutput<'passkeyAddStart'>> => {
  const { rpId } = requirePlace(ctx, site);
  const { member, sessionId } = signedIn;
  const own = await listPasskeys(ctx.db.kysely, member.id);
  requireRoom(own);
  await requireSelf({ ctx, signedIn, password, address });
  const here = own.filter(({ rp_id }) => rp_id === rpId);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: '云标',
    rpID: rpId,
    userName: member.username,
    userDisplayName: member.nickname,
    userID: toBytes(here[0]?.user_handle ?? newSecret()),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: here.map(({ credential_id: id, transports }) => ({
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
  await keepChallenge(ctx, options.challenge, { memberId: member.id, sessionId }, options.user.id);
  return { options: { ...options } };
};

/**
 * No more than was asked for: neither a statement of who made the authenticator, nor one with certificates, whose lists
 * of revoked ones would be fetched from wherever they say.
 */
const isPlain = async (attestation: string): Promise<boolean> => {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(toBytes(attestation));
  const format = decoded.get('fmt');
  return (
    format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  );
};

/** Null for whatever is wrong with it. */
const verify = async (answer: Answer, { rpId, origin }: Place, expectedChallenge: string) => {
  const { credentialId: id, clientData: clientDataJSON, attestation, transports } = answer;
  try {
    if (!(await isPlain(attestation))) return null;
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
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
    return registrationInfo?.credential.id === id ? registrationInfo : null;
  } catch {
    // It throws for whatever is wrong, in words for programmers.
    return null;
  }
};

/**
 * Adds the passkey the browser has made.
 * @throws 400 for whatever is wrong with it, 409 when it is there already or there are enough, -9999
 */
export const passkeyAdd = async ({
  ctx,
  signedIn,
  site,
  address,
  userAgent,
  input,
}: From & { input: Answer; userAgent: string }): Promise<CallOutput<'passkeyAdd'>> => {
  const place = requirePlace(ctx, site);
  const { member, sessionId } = signedIn;
  const memberId = member.id;
  const subject = `member:${memberId}`;
  const asked = await spendChallenge(ctx, input.clientData, { memberId, sessionId });
  const made = await verify(input, place, asked.challenge);
  if (!made) {
    await noteRefusal({ ctx, kind: 'passkey.refused', subject, address });
    throw invalid({ credentialId: '通行密钥没有通过核对，请再试一次' });
  }
  try {
    return await transaction(ctx.db, async (tx) => {
      await lockMember(tx, memberId);
      // Ended meanwhile, by a change of the password: whoever did that meant to keep others out.
      const session = await tx
        .selectFrom('session')
        .select('id')
        .where('id', '=', sessionId)
        .where('member_id', '=', memberId)
        .executeTakeFirst();
      if (!session) throw sessionInvalid();
      requireRoom(await listPasskeys(tx, memberId));
      const { credential, credentialBackedUp } = made;
      const row = await tx
        .insertInto('passkey')
        .values({
          member_id: memberId,
          credential_id: credential.id,
          public_key: toBase64url(credential.publicKey),
          user_handle: asked.userHandle,
          rp_id: place.rpId,
          sign_count: credential.counter,
          transports: JSON.stringify(input.transports),
          is_synced: credentialBackedUp ? 1 : 0,
          name: input.name || deviceWords(userAgent),
          created_at: ctx.now(),
          last_used_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await securityEvent({ ctx, tx, kind: 'passkey.add', subject, address });
      await tellOfAccount(ctx, tx, memberId, {
        title: '添加了一个通行密钥',
        text: `“${row.name}”可以用来登录了。${NOT_ME}`,
      });
      return presentPasskey(row);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('这个通行密钥已经添加过');
    throw error;
  }
};
