import { createHmac, randomBytes } from 'node:crypto';
import type { Scope } from '@yunbiao/contract';
import type { Executor, Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { securityEvent } from '../security/event.ts';

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** What one message is signed with: HMAC-SHA256 over its id, its time (s) and its body, as Standard Webhooks 1.0 says. */
export const signature = (
  secret: string,
  { id, at, body }: { id: string; at: number; body: string },
): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
};

/** Gives a key a new secret. It is answered here, and known to nobody but the sender afterwards. */
export const makeSecret = async (ctx: Context, tx: Tx, keyId: number): Promise<string> => {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  await tx.updateTable('api_key').set({ webhook_secret: secret }).where('id', '=', keyId).execute();
  await securityEvent({ ctx, tx, kind: 'webhook.secret', subject: `key:${keyId}` });
  return secret;
};

const SUBMITS: readonly string[] = ['print', 'raw'] satisfies Scope[];

/** Whether batches can come of a key with these scopes, as they are stored: only of them is anything told. */
export const canSubmit = (scopes: string): boolean =>
  scopes.split(' ').some((scope) => SUBMITS.includes(scope));

/** A key of the member's that may have addresses. @throws 404, also for anybody else's; 409 for a revoked one */
export const liveKey = async (
  tx: Executor,
  { keyId, memberId }: { keyId: number; memberId: number },
): Promise<{ id: number; scopes: string; webhook_secret: string | null }> => {
  const key = await tx
    .selectFrom('api_key')
    .select(['id', 'scopes', 'webhook_secret', 'revoked_at'])
    .where('id', '=', keyId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!key) throw notFound('没有这个密钥');
  if (key.revoked_at !== null) throw conflict('这个密钥已经撤销了，请换一个');
  return key;
};

/** @throws 400 at `webhook` for a key whose messages could not be signed */
export const requireSecret = async (executor: Executor, keyId: number): Promise<void> => {
  const { webhook_secret } = await executor
    .selectFrom('api_key')
    .select('webhook_secret')
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow();
  if (webhook_secret === null)
    throw invalid({ webhook: '这个密钥还没有签名密钥，先在 Webhook 页给它生成一个' });
};
