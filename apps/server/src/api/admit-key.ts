import type { Call, CallName, Scope } from '@yunbiao/contract';
import {
  getMaxCallsPerMinute,
  type Context,
  createForbiddenError,
  requireAllowedAddress,
  createTooManyRequestsError,
  recordApiKeyUse,
} from '@yunbiao/services';
import type { KeyCaller } from './handler.ts';
import type { RateLimiter } from './rate-limit.ts';

const MINUTE_S = 60;

/** Error messages for a key without the scope. */
const MISSING_SCOPE_MESSAGES: Record<Scope, string> = {
  print: '这个密钥不能打印',
  read: '这个密钥不能查询',
  raw: '这个密钥不能原样打印',
};

/**
 * Checks whether a valid key may make this call now and from this address. All keys of a member
 * share the member's calls per minute. Calls rejected by the address allowlist count too.
 * @throws 403 for a missing scope or a disallowed address, 429
 */
export const requireKeyAccess = async (
  { ctx, limiter }: { ctx: Context; limiter: RateLimiter },
  { name, call, caller }: { name: CallName; call: Call; caller: KeyCaller },
): Promise<void> => {
  const { id, memberId, scopes } = caller.holder;
  const { scope } = call;
  if (scope === undefined) throw new Error(`${name} says no scope`);
  const max = await getMaxCallsPerMinute(ctx.db.kysely, { memberId, now: ctx.now() });
  const wait = limiter.consume(`keys of ${memberId}`, { max, windowS: MINUTE_S, by: 'member' });
  if (wait > 0)
    throw createTooManyRequestsError(`每分钟最多调用 ${max} 次，请 ${wait} 秒后重试`, wait);
  const address = caller.address ?? '';
  const attempt = `${call.method} ${call.path}`;
  await requireAllowedAddress(ctx, { memberId, address, who: `key:${id}`, what: attempt });
  // Checked last: a caller from a disallowed address learns nothing about the key, and the owner
  // learns of the attempt.
  if (!scopes.includes(scope)) throw createForbiddenError(MISSING_SCOPE_MESSAGES[scope]);
  await recordApiKeyUse({ ctx, holder: caller.holder, address });
};
