import { randomInt } from 'node:crypto';
import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { PAIR_ALPHABET, PAIR_CODE_S, PAIR_LENGTH, showPairCode } from '@yunbiao/contract/pair-code';
import { isUniqueViolation } from '@yunbiao/db';
import { newSecret, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { onlineSoftwares, type SoftwareRow } from '../software/find.ts';
import { iso, SECOND } from '../time.ts';

const PAIRING_MS = PAIR_CODE_S * SECOND;
const MAX_TRIES = 5;

const newCode = (): string =>
  Array.from({ length: PAIR_LENGTH }, () => PAIR_ALPHABET[randomInt(PAIR_ALPHABET.length)]).join(
    '',
  );

/** Gives an agent a code for people and a secret of its own. */
export const startPairing = async ({
  ctx,
  input,
  address,
  software,
}: {
  ctx: Context;
  input: CallParsed<'agentPair'>;
  address: string;
  /** Whose page the link opens; without one, the first of the site. */
  software: SoftwareRow | null;
}): Promise<CallOutput<'agentPair'>> => {
  const now = ctx.now();
  const secret = newSecret();
  const alias = (software ?? (await onlineSoftwares(ctx.db.kysely))[0])?.alias;
  if (!alias) throw notFound('网站上还没有软件');
  for (let attempt = 1; ; attempt += 1) {
    const code = newCode();
    try {
      await ctx.db.kysely
        .insertInto('pairing')
        .values({
          code,
          secret_hash: sha256(secret),
          machine_name: input.machineName,
          system: input.system,
          version: input.version,
          address,
          tries: 0,
          client_id: null,
          collected: 0,
          created_at: now,
          expires_at: now + PAIRING_MS,
        })
        .execute();
      const url = `${ctx.settings.publicUrl}/${alias}/user/auth?code=${showPairCode(code)}`;
      return { code, secret, url, expiresAt: iso(now + PAIRING_MS) };
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= MAX_TRIES) throw error;
    }
  }
};
