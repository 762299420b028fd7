import { type Call, type CallName, calls, type RateLimit } from '@yunbiao/contract';
import {
  actingAs,
  type Context,
  limitWindow,
  getNetwork,
  openCounter,
  OverLimitError,
  type SoftwareRow,
  waitWords,
} from '@yunbiao/services';
import type { Caller } from './handler.ts';
import { handlers } from './handlers.ts';
import type { Kept } from './kept.ts';
import type { RateLimiter } from './rate-limit.ts';
import { resolveSoftware } from './resolve-software.ts';

export type RunDeps = { ctx: Context; limiter: RateLimiter; kept: Kept };

/** The typed map seen through one signature; what reads the input and the caller has checked what the types promise. */
type AnyHandler = (request: {
  ctx: Context;
  input: unknown;
  caller: Caller;
  software: SoftwareRow | null | undefined;
}) => Promise<unknown>;

const SECOND = 1_000;

/** Seconds to wait; 0: counted. Those the process turns away by itself cost the database nothing. */
const takeOne = async (
  { ctx, limiter }: RunDeps,
  name: CallName,
  { limit, who, network }: { limit: RateLimit; who: string; network: string | undefined },
): Promise<number> => {
  const wait = limiter.take(`${name} ${who}`, limit);
  if (wait > 0 || !limit.isDurable) return wait;
  // Each call with its own ceiling: a row that several share must not mix them.
  const what = { kind: `call ${name}`, who, ...(network === undefined ? {} : { network }) };
  const windowMs = limit.windowS * SECOND;
  const { waitMs } = await openCounter(ctx).take([limitWindow(what, { max: limit.max, windowMs })]);
  return Math.ceil(Math.max(0, waitMs) / SECOND);
};

const applyLimit = async (
  deps: RunDeps,
  name: CallName,
  call: Call,
  caller: Caller,
): Promise<void> => {
  if (!call.limit) return;
  const member = caller.signedIn?.member.id;
  const isByAddress = call.limit.by === 'address' && caller.address !== null;
  // Where no address is known, a member's calls still count for the member.
  const who = isByAddress ? getNetwork(caller.address ?? '') : member;
  if (who === undefined) return;
  const network = isByAddress ? String(who) : undefined;
  const counted = { limit: call.limit, who: `${call.limit.by} ${who}`, network };
  const wait = await takeOne(deps, name, counted);
  if (wait > 0) throw new OverLimitError(`操作太频繁，请 ${waitWords(wait)}后再试`, wait);
};

/**
 * Limit, input, verb: what every call goes through once it is known who asks, over the network and for a page rendered
 * in this process.
 * @throws ServiceError
 */
export const runCall = async (
  deps: RunDeps,
  name: CallName,
  caller: Caller,
  readInput: (call: Call) => unknown,
): Promise<unknown> => {
  const call: Call = calls[name];
  const guessed = call.limit?.guessed;
  if (guessed === undefined) await applyLimit(deps, name, call, caller);
  const input = await readInput(call);
  if (guessed !== undefined && (input as Record<string, unknown>)[guessed])
    await applyLimit(deps, name, call, caller);
  const handle = handlers[name] as AnyHandler;
  const software = await resolveSoftware(deps.ctx, call, { input, caller });
  return handle({ ctx: actingAs(deps.ctx, caller.actor), input, caller, software });
};
