import { createHmac, randomBytes } from 'node:crypto';
import type { Scope } from '@yunbiao/contract';
import type { Executor, Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';
import { recordSecurityEvent } from '../../identity/security/event.ts';

/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Signature of a message: HMAC-SHA256 over id, timestamp (s) and body, Standard Webhooks 1.0. */
export const signWebhookMessage = (
  secret: string,
  { id, at, body }: { id: string; at: number; body: string },
): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
};

/** Creates a new secret for a key. Returned only here; afterwards only the sender uses it. */
export const createWebhookSecret = async (ctx: Context, tx: Tx, keyId: number): Promise<string> => {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  await tx.updateTable('api_key').set({ webhook_secret: secret }).where('id', '=', keyId).execute();
  await recordSecurityEvent({ ctx, tx, kind: 'webhook.secret', subject: `key:${keyId}` });
  return secret;
};

const SUBMITS: readonly string[] = ['print', 'raw'] satisfies Scope[];

/** Whether a key with these stored scopes can submit batches: only batches cause events. */
export const canKeySubmitBatches = (scopes: string): boolean =>
  scopes.split(' ').some((scope) => SUBMITS.includes(scope));

/**
 * A key of the member that can have webhooks.
 * @throws 404, also for a key of another member; 409 for a revoked one
 */
export const requireLiveKey = async (
  tx: Executor,
  { keyId, memberId }: { keyId: number; memberId: number },
): Promise<{ id: number; scopes: string; webhook_secret: string | null }> => {
  const key = await tx
    .selectFrom('api_key')
    .select(['id', 'scopes', 'webhook_secret', 'revoked_at'])
    .where('id', '=', keyId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!key) throw createNotFoundError('没有这个密钥');
  if (key.revoked_at !== null) throw createConflictError('这个密钥已经撤销了，请换一个');
  return key;
};

/** Checks that messages of the key can be signed. @throws 400 for `webhook` when they cannot */
export const requireWebhookSecret = async (executor: Executor, keyId: number): Promise<void> => {
  const { webhook_secret } = await executor
    .selectFrom('api_key')
    .select('webhook_secret')
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow();
  if (webhook_secret === null)
    throw createInvalidInputError({
      webhook: '这个密钥还没有签名密钥，先在 Webhook 页给它生成一个',
    });
};
