import type { Envelope } from '@yunbiao/contract/core/envelope';
import { createOkEnvelope } from '@yunbiao/contract/core/envelope';

type Data<R extends Record<string, Envelope<unknown>>> = {
  [K in keyof R]: R[K] extends Envelope<infer T> ? T : never;
};

/** Combines replies: the data of all, or the first failure. */
export const mergeCallReplies = <R extends Record<string, Envelope<unknown>>>(
  replies: R,
): Envelope<Data<R>> => {
  const data: Record<string, unknown> = {};
  for (const [name, reply] of Object.entries(replies)) {
    if (reply.state === 'fail') return reply;
    data[name] = reply.data;
  }
  return createOkEnvelope(data as Data<R>);
};
