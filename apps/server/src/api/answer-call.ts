import { type Call, type CallName, calls } from '@yunbiao/contract';
import { getRateLimitNetwork, ServiceError } from '@yunbiao/services';
import type { Admission } from '../http/admission.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { computeByteCost, WORK_COSTS } from '../budget/work-costs.ts';
import { requireKeyAccess } from './admit-key.ts';
import { awaitBudget, chargeByChunk } from './await-budget.ts';
import { appendQueuedCookies } from './browser-cookies.ts';
import { identifyTokenCaller, identifyApiKeyCaller, refuseForeignOrigin } from './caller.ts';
import { createOkReply } from './envelope-reply.ts';
import type { Caller, FileReply, StreamReply } from './handler.ts';
import type { BodySlots } from './input/body-slots.ts';
import type { LiveStreams, StreamSlot } from './live-streams.ts';
import { readCallInput } from './read-input.ts';
import { runCall, type RunDeps } from './run-call.ts';
import { queueFileChunks, runHeavyCall } from './run-heavy-call.ts';

export type ApiDeps = RunDeps & {
  trustProxy: boolean;
  bodies: BodySlots;
  streams: LiveStreams;
  admission: Admission;
  budget: WorkBudget;
  /** Whether connections may have waited for this server longer than their clients. */
  isCatchingUp: () => boolean;
};

const buildFileHeaders = ({ fileName, contentType }: FileReply): Record<string, string> => ({
  'Content-Type': contentType,
  'Content-Disposition': `attachment; filename="${fileName}"`,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // A proxy must not send another request at the moment the stream and its connection end.
  Connection: 'close',
  // Prevents a reverse proxy from buffering events.
  'X-Accel-Buffering': 'no',
};

/** Turns of the event loop in which the end of a connection is read. It follows the body. */
const TURNS_TO_READ_END = 3;

/**
 * A connection may have waited in the queue of the listening socket while the server restarted. A
 * client that gave up sends the request again, so this one must not run, too.
 * @throws ServiceError 408
 */
const refuseAbandonedCall = async (hasEnded: CallerConnection['hasEnded']): Promise<void> => {
  for (let turn = 0; turn < TURNS_TO_READ_END; turn += 1) await new Promise(setImmediate);
  if (hasEnded()) throw new ServiceError(408, '连接断了，请重试');
};

/**
 * Creates the reply of a stream. For HEAD the stream is cancelled: no reader would consume or close
 * it.
 */
const createStreamReply = (
  request: Request,
  stream: ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Response => {
  if (request.method !== 'HEAD') return new Response(stream, { headers });
  void stream.cancel();
  return new Response(null, { headers });
};

const createCallReply = (call: Call, request: Request, result: unknown): Response => {
  if (call.reply === 'file') {
    const file = result as FileReply;
    return createStreamReply(request, file.stream, buildFileHeaders(file));
  }
  if (call.reply === 'stream') {
    return createStreamReply(request, (result as StreamReply).stream, STREAM_HEADERS);
  }
  return appendQueuedCookies(request, createOkReply(result));
};

/**
 * Identifies the caller and checks access.
 * @throws -9999, 401, 403, 429
 */
const authorizeCaller = async (
  deps: ApiDeps,
  name: CallName,
  request: Request,
  address: string | null,
): Promise<Caller> => {
  const call: Call = calls[name];
  const { audience } = call;
  if (audience !== 'key') return identifyTokenCaller({ ctx: deps.ctx, request, audience, address });
  const caller = await identifyApiKeyCaller({ ctx: deps.ctx, request, address });
  await requireKeyAccess(deps, { name, call, caller });
  return caller;
};

/** Returns the member that the caller is or acts for. */
const getCallerMemberId = ({ actor }: Caller): number | undefined =>
  actor.kind === 'key' ? actor.memberId : actor.kind === 'member' ? actor.id : undefined;

export type CallerConnection = {
  address: string | null;
  /** Whether the client has ended its connection, as it does when it gives up. */
  hasEnded: () => boolean;
};

/** Answers one call of the contract. Thrown errors are sent to the caller. */
export const answerApiCall = async (
  deps: ApiDeps,
  name: CallName,
  request: Request,
  { address, hasEnded }: CallerConnection,
): Promise<Response> => {
  const call: Call = calls[name];
  refuseForeignOrigin(deps.ctx, request);
  const caller = await authorizeCaller(deps, name, request, address);
  const member = getCallerMemberId(caller);
  const senderKey = member === undefined ? getRateLimitNetwork(address ?? '') : `member ${member}`;
  if (member !== undefined)
    await awaitBudget(deps.budget, { call, memberId: member, signal: request.signal });
  const chargeMemberBudget = (units: number): void => {
    if (member !== undefined) deps.budget.charge(member, units);
  };
  const chargeReceivedBytes = (bytes: number): void => chargeMemberBudget(computeByteCost(bytes));
  const acquireStreamSlot = (): StreamSlot =>
    deps.streams.acquireSlot(member ?? 0, address, () => chargeMemberBudget(WORK_COSTS.event));
  const withStreams = { ...caller, acquireStreamSlot };
  const readInput = async (): Promise<unknown> => {
    const input = await readCallInput(call, request, {
      who: senderKey,
      bodies: deps.bodies,
      onBytes: chargeReceivedBytes,
    });
    if (call.method !== 'GET' && deps.isCatchingUp()) await refuseAbandonedCall(hasEnded);
    return input;
  };
  const runApiCall = () => runCall(deps, name, withStreams, readInput);
  const result = await (call.isHeavy
    ? runHeavyCall(deps.admission, caller, runApiCall)
    : runApiCall());
  if (call.reply !== 'file') return createCallReply(call, request, result);
  const fileReply = result as FileReply;
  const file = call.isHeavy ? queueFileChunks(deps.admission, caller, fileReply) : fileReply;
  if (member === undefined) return createCallReply(call, request, file);
  const payer = { memberId: member, signal: request.signal };
  return createCallReply(call, request, chargeByChunk(deps.budget, payer, file));
};
