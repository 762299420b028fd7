import { type Call, type CallName, calls, type RateLimit } from '@yunbiao/contract';
import {
  copyContextWithActor,
  type Context,
  createWindowRule,
  getRateLimitNetwork,
  createRateLimitCounter,
  OverLimitError,
  ServiceError,
  type SoftwareRow,
  formatWait,
} from '@yunbiao/services';
import type { Caller } from './handler.ts';
import { handlers } from './handlers.ts';
import type { ContentCache } from './content-cache.ts';
import type { CallResult } from '../metrics/metrics.ts';
import type { RateLimiter } from './rate-limit.ts';
import { resolveSoftware } from './resolve-software.ts';

/** Counts a handled call. Called with every one: it must be quick. */
export type CountCall = (name: CallName, result: CallResult, seconds: number) => void;

export type RunDeps = {
  ctx: Context;
  limiter: RateLimiter;
  contentCache: ContentCache;
  /** Omitted: nothing is counted. */
  countCall?: CountCall | undefined;
};

/**
 * Common signature of all handlers. The code that reads input and caller has validated the types.
 */
type AnyHandler = (request: {
  ctx: Context;
  input: unknown;
  caller: Caller;
  software: SoftwareRow | null | undefined;
}) => Promise<unknown>;

const SECOND = 1_000;

/**
 * Counts a call. Returns 0, or the seconds to wait. Calls rejected in memory cost no database
 * query.
 */
const consumeLimit = async (
  { ctx, limiter }: RunDeps,
  name: CallName,
  { limit, subject, network }: { limit: RateLimit; subject: string; network: string | undefined },
): Promise<number> => {
  const wait = limiter.consume(`${name} ${subject}`, limit);
  if (wait > 0 || !limit.isDurable) return wait;
  // The key includes the call name: each call has its own limit, and counters must not be shared.
  const counterKey = {
    kind: `call ${name}`,
    subject,
    ...(network === undefined ? {} : { network }),
  };
  const windowMs = limit.windowS * SECOND;
  const { waitMs } = await createRateLimitCounter(ctx).consume([
    createWindowRule(counterKey, { max: limit.max, windowMs }),
  ]);
  return Math.ceil(Math.max(0, waitMs) / SECOND);
};

const applyCallRateLimit = async (
  deps: RunDeps,
  name: CallName,
  call: Call,
  caller: Caller,
): Promise<void> => {
  if (!call.limit) return;
  const member = caller.signedIn?.member.id;
  const isByAddress = call.limit.by === 'address' && caller.address !== null;
  // When the address is unknown, calls of a member count for the member.
  const subject = isByAddress ? getRateLimitNetwork(caller.address ?? '') : member;
  if (subject === undefined) return;
  const network = isByAddress ? String(subject) : undefined;
  const countedCall = { limit: call.limit, subject: `${call.limit.by} ${subject}`, network };
  const wait = await consumeLimit(deps, name, countedCall);
  if (wait > 0) throw new OverLimitError(`操作太频繁，请 ${formatWait(wait)}后重试`, wait);
};

/** Runs the handler and counts how it ended. */
const runHandlerAndCountOutcome = async (
  { countCall }: RunDeps,
  name: CallName,
  handle: () => Promise<unknown>,
): Promise<unknown> => {
  if (!countCall) return handle();
  const started = performance.now();
  const countResult = (result: CallResult): void =>
    countCall(name, result, (performance.now() - started) / 1e3);
  try {
    const reply = await handle();
    countResult('ok');
    return reply;
  } catch (error) {
    countResult(error instanceof ServiceError && error.code < 500 ? 'refused' : 'failed');
    throw error;
  }
};

/**
 * Runs rate limit, input and handler of a call. Used for network requests and for pages rendered in
 * this process.
 * @throws ServiceError
 */
export const runCall = async (
  deps: RunDeps,
  name: CallName,
  caller: Caller,
  readInput: (call: Call) => unknown,
): Promise<unknown> => {
  const call: Call = calls[name];
  const guessedSubject = call.limit?.guessed;
  if (guessedSubject === undefined) await applyCallRateLimit(deps, name, call, caller);
  const input = await readInput(call);
  if (guessedSubject !== undefined && (input as Record<string, unknown>)[guessedSubject])
    await applyCallRateLimit(deps, name, call, caller);
  const handle = handlers[name] as AnyHandler;
  return runHandlerAndCountOutcome(deps, name, async () => {
    const software = await resolveSoftware(deps.ctx, call, { input, caller });
    return handle({ ctx: copyContextWithActor(deps.ctx, caller.actor), input, caller, software });
  });
};
