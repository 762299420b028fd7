import type { Call, CallName, Scope } from '@yunbiao/contract';
import {
  callsPerMinute,
  type Context,
  forbidden,
  requireAddress,
  tooMany,
  touchApiKey,
} from '@yunbiao/services';
import type { KeyCaller } from './handler.ts';
import type { RateLimiter } from './rate-limit.ts';

const MINUTE_S = 60;

/** What a key without the scope is told. */
const CANNOT: Record<Scope, string> = {
  print: '这个密钥不能打印',
  read: '这个密钥不能查询',
  raw: '这个密钥不能原样打印',
};

/**
 * Whether a good key may make this call, now and from there. All keys of a member share the calls of a minute; those
 * turned away by the white list are counted too.
 * @throws 403 for another scope or address, 429
 */
export const admitKey = async (
  { ctx, limiter }: { ctx: Context; limiter: RateLimiter },
  { name, call, caller }: { name: CallName; call: Call; caller: KeyCaller },
): Promise<void> => {
  const { id, memberId, scopes } = caller.holder;
  const { scope } = call;
  if (scope === undefined) throw new Error(`${name} says no scope`);
  const max = await callsPerMinute(ctx.db.kysely, { memberId, now: ctx.now() });
  const wait = limiter.take(`keys of ${memberId}`, { max, windowS: MINUTE_S, by: 'member' });
  if (wait > 0) throw tooMany(`每分钟最多调用 ${max} 次，请 ${wait} 秒后再试`, wait);
  const address = caller.address ?? '';
  const what = `${call.method} ${call.path}`;
  await requireAddress(ctx, { memberId, address, who: `key:${id}`, what });
  // Last: whoever comes from elsewhere learns nothing of the key, and the owner of the attempt.
  if (!scopes.includes(scope)) throw forbidden(CANNOT[scope]);
  await touchApiKey({ ctx, holder: caller.holder, address });
};
