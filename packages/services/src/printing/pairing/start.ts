import { randomInt } from 'node:crypto';
import type { CallOutput, CallParsed } from '@yunbiao/contract';
import {
  PAIR_ALPHABET,
  PAIR_CODE_S,
  PAIR_LENGTH,
  formatPairCode,
} from '@yunbiao/contract/gateway/pair-code';
import { isUniqueViolation } from '@yunbiao/db';
import { generateSecret, computeSha256 } from '../../identity/account/session.ts';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import { listOnlineSoftwares, type SoftwareRow } from '../../identity/software/find.ts';
import { toIso, SECOND } from '../../platform/time.ts';

const PAIRING_MS = PAIR_CODE_S * SECOND;
const MAX_TRIES = 5;

const generatePairCode = (): string =>
  Array.from({ length: PAIR_LENGTH }, () => PAIR_ALPHABET[randomInt(PAIR_ALPHABET.length)]).join(
    '',
  );

/**
 * Starts a pairing: returns a code for people and a secret for the agent.
 * @throws 404 while the site has no software
 */
export const startPairing = async ({
  ctx,
  input,
  address,
  software,
}: {
  ctx: Context;
  input: CallParsed<'agentPair'>;
  address: string;
  /** The software whose page the link opens. Null: the site's first software. */
  software: SoftwareRow | null;
}): Promise<CallOutput<'agentPair'>> => {
  const now = ctx.now();
  const secret = generateSecret();
  const alias = (software ?? (await listOnlineSoftwares(ctx.db.kysely))[0])?.alias;
  if (!alias) throw createNotFoundError('网站上还没有软件');
  for (let attempt = 1; ; attempt += 1) {
    const code = generatePairCode();
    try {
      await ctx.db.kysely
        .insertInto('pairing')
        .values({
          code,
          secret_hash: computeSha256(secret),
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
      const url = `${ctx.settings.publicUrl}/${alias}/user/auth?code=${formatPairCode(code)}`;
      return { code, secret, url, expiresAt: toIso(now + PAIRING_MS) };
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= MAX_TRIES) throw error;
    }
  }
};
