import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Origin } from '../printing/accept.ts';
import { requireSecret } from '../webhook/secret.ts';
import { urlTrouble } from '../webhook/target.ts';
import type { KeyHolder } from './keys.ts';

/** Printable ASCII without blanks. */
const KEY = /^[!-~]{8,128}$/;

/** What a repeat is told by, beside the number of the batch; without the header no two calls are one. */
export const getRepeatKey = (header: string | null): string => {
  if (header === null) return randomUUID();
  if (!KEY.test(header))
    throw invalid({ 'Idempotency-Key': 'Idempotency-Key 要 8–128 个字母、数字或符号，没有空格' });
  return header;
};

/** Where a batch of another system comes from, and what holds for it. */
export const getOrigin = (
  { id, kind }: KeyHolder,
  { batchNo, webhook }: { batchNo?: string | undefined; webhook?: string | undefined },
): Origin => ({
  source: 'api',
  batchNo,
  virtualOnly: kind === 'test',
  key: { id, webhook: webhook ?? null },
});

/** @throws 400 for an address nothing may be sent to, or for a key whose messages could not be signed */
export const requireWebhook = async (
  ctx: Context,
  { id }: KeyHolder,
  webhook: string | undefined,
): Promise<void> => {
  if (webhook === undefined) return;
  await requireSecret(ctx.db.kysely, id);
  const trouble = urlTrouble(webhook, ctx.settings.webhookAllow ?? []);
  if (trouble) throw invalid({ webhook: trouble });
};
