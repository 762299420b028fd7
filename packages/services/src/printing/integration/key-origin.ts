import { randomUUID } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError } from '../../platform/errors.ts';
import type { Origin } from '../printing/submission/accept.ts';
import { requireWebhookSecret } from '../webhook/secret.ts';
import { describeUrlFault } from '../webhook/target.ts';
import type { KeyHolder } from './keys.ts';

/** Printable ASCII without spaces. */
const KEY = /^[!-~]{8,128}$/;

/**
 * Idempotency key of a request. Without the header each call gets a random key.
 * @throws 400 for a malformed header
 */
export const resolveIdempotencyKey = (header: string | null): string => {
  if (header === null) return randomUUID();
  if (!KEY.test(header))
    throw createInvalidInputError({
      'Idempotency-Key': 'Idempotency-Key 要 8–128 个字母、数字或符号，没有空格',
    });
  return header;
};

/** Origin of a batch from another system, and its limits. */
export const buildApiOrigin = (
  { id, kind }: KeyHolder,
  { batchNo, webhook }: { batchNo?: string | undefined; webhook?: string | undefined },
): Origin => ({
  source: 'api',
  batchNo,
  virtualOnly: kind === 'test',
  key: { id, webhook: webhook ?? null },
});

/**
 * @throws 400 when the address is not allowed, or when messages for this key could not be signed
 */
export const requireUsableWebhook = async (
  ctx: Context,
  { id }: KeyHolder,
  webhook: string | undefined,
): Promise<void> => {
  if (webhook === undefined) return;
  await requireWebhookSecret(ctx.db.kysely, id);
  const trouble = describeUrlFault(webhook, ctx.settings.webhookAllow ?? []);
  if (trouble) throw createInvalidInputError({ webhook: trouble });
};
