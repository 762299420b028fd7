import { randomUUID } from 'node:crypto';
import {
  type BusEvents,
  type Context,
  createBusyError,
  type NodeCallHandlers,
  type NodeCalls,
  type NodeCallTypes,
  ServiceError,
  storeNodeMessage,
  takeNodeMessage,
} from '@yunbiao/services';
import { z } from 'zod';

/** Timeout of a call to another server, ms: longer than a print client may take to answer. */
const TIMEOUT_MS = 45_000;
/** Interval in which the end of the other server is noticed, ms. */
const CHECK_MS = 1_000;
/** Maximum number of calls of this process that wait for an answer. */
const MAX_PENDING = 1_000;
/** Maximum length of a body inside an event, characters. Larger bodies go through the database. */
const MAX_INLINE_LENGTH = 2_000;
const RETRY_S = 3;

const answer = z.union([
  z.object({ output: z.unknown() }),
  // JSON leaves out data that an error does not have.
  z.object({ code: z.number().int(), message: z.string(), data: z.unknown().optional() }),
]);
type Answer = z.output<typeof answer>;

type Pending = { resolve: (answer: Answer | null) => void };

type CallState = {
  ctx: Pick<Context, 'bus' | 'db' | 'now' | 'log' | 'presence'>;
  handlers: NodeCallHandlers;
  pending: Map<string, Pending>;
};

/** Stores a large body in the database and returns null; returns a small body, for the event. */
const storeBodyIfLarge = async (
  { ctx }: CallState,
  id: string,
  body: string,
): Promise<string | null> => {
  if (body.length <= MAX_INLINE_LENGTH) return body;
  await storeNodeMessage({ ctx }, { messageId: id, body });
  return null;
};

const readInlineOrStoredBody = ({ ctx }: CallState, id: string, body: string | null) =>
  body === null ? takeNodeMessage({ ctx }, { messageId: id }) : Promise.resolve(body);

const UNKNOWN_ERROR = new ServiceError(503, '处理这件事的那台服务器出了错，请稍后重试', {
  retryAfter: RETRY_S,
});

const UNKNOWN_CALL_ERROR = new ServiceError(503, '网站正在更新，请几分钟后重试', {
  retryAfter: 60,
});

/** The caller gets the message of a ServiceError; any other error is logged here. */
const toErrorAnswer = ({ ctx }: CallState, error: unknown): Answer => {
  const isForCaller = error instanceof ServiceError;
  if (!isForCaller) ctx.log.error('a call of another server failed', { error });
  const { code, message, data } = isForCaller ? error : UNKNOWN_ERROR;
  return { code, message, data };
};

const runHandlerForNode = async (
  state: CallState,
  handle: ((input: unknown) => Promise<unknown>) | undefined,
  body: string,
): Promise<Answer> => {
  try {
    // A server of an earlier build does not know the call.
    if (!handle) throw UNKNOWN_CALL_ERROR;
    return { output: await handle(JSON.parse(body)) };
  } catch (error) {
    return toErrorAnswer(state, error);
  }
};

const answerNodeCall = async (
  state: CallState,
  { from, id, name, body }: BusEvents['node-call'],
): Promise<void> => {
  const text = await readInlineOrStoredBody(state, `${id} call`, body);
  const handle = state.handlers[name] as ((input: unknown) => Promise<unknown>) | undefined;
  if (text === null) return;
  const reply = await runHandlerForNode(state, handle, text);
  const inlineBody = await storeBodyIfLarge(state, `${id} answer`, JSON.stringify(reply));
  state.ctx.bus.emit('node-answer', { to: from, id, body: inlineBody });
};

const resolvePendingCall = async (
  state: CallState,
  { id, body }: BusEvents['node-answer'],
): Promise<void> => {
  const text = await readInlineOrStoredBody(state, `${id} answer`, body);
  if (text !== null) state.pending.get(id)?.resolve(answer.parse(JSON.parse(text)));
};

/** Waits for the answer; null when the other server ended or does not answer in time. */
const awaitNodeAnswer = (state: CallState, nodeId: string, id: string): Promise<Answer | null> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const isOver = performance.now() - startedAt > TIMEOUT_MS;
      if (isOver || state.ctx.presence.locateNode(nodeId) !== 'elsewhere')
        state.pending.get(id)?.resolve(null);
    }, CHECK_MS);
    state.pending.set(id, {
      resolve: (reply) => {
        clearInterval(timer);
        state.pending.delete(id);
        resolve(reply);
      },
    });
  });

/**
 * Calls between the servers of one site: two events on the bus. A lost event ends in the timeout;
 * whether the call was carried out is unknown then.
 */
export const createNodeCalls = (ctx: CallState['ctx']): NodeCalls => {
  const state: CallState = { ctx, handlers: {}, pending: new Map() };
  const logNodeCallFailure = (work: Promise<void>): void =>
    void work.catch((error: unknown) => ctx.log.error('a call between servers failed', { error }));
  ctx.bus.on('node-call', (event, senderId) => {
    if (senderId !== null && event.to === ctx.presence.nodeId)
      logNodeCallFailure(answerNodeCall(state, event));
  });
  ctx.bus.on('node-answer', (event, senderId) => {
    if (senderId !== null && event.to === ctx.presence.nodeId)
      logNodeCallFailure(resolvePendingCall(state, event));
  });
  // The call or its answer may be lost: what became of it is unknown.
  ctx.bus.on('events-lost', () => {
    for (const { resolve } of state.pending.values()) resolve(null);
  });
  return {
    call: async <K extends keyof NodeCallTypes>(
      nodeId: string,
      name: K,
      input: NodeCallTypes[K]['input'],
    ) => {
      if (state.pending.size >= MAX_PENDING) throw createBusyError(RETRY_S);
      const id = randomUUID();
      const body = await storeBodyIfLarge(state, `${id} call`, JSON.stringify(input));
      const answered = awaitNodeAnswer(state, nodeId, id);
      ctx.bus.emit('node-call', { to: nodeId, from: ctx.presence.nodeId, id, name, body });
      const reply = await answered;
      if (reply === null)
        throw new ServiceError(
          503,
          '处理这件事的那台服务器没有回答，不知道做了没有；看看结果，再重试',
          {
            retryAfter: RETRY_S,
          },
        );
      if ('code' in reply)
        throw new ServiceError(
          reply.code as ServiceError['code'],
          reply.message,
          reply.data as ServiceError['data'],
        );
      return reply.output as NodeCallTypes[K]['output'];
    },
    serve: (handlers) => {
      Object.assign(state.handlers, handlers);
    },
  };
};
