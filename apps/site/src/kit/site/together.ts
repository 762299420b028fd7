import type { Envelope } from '@yunbiao/contract/envelope';
import { ok } from '@yunbiao/contract/envelope';

type Data<R extends Record<string, Envelope<unknown>>> = {
  [K in keyof R]: R[K] extends Envelope<infer T> ? T : never;
};

/** Several replies as one: the data of all, or the first that failed. */
export const together = <R extends Record<string, Envelope<unknown>>>(
  replies: R,
): Envelope<Data<R>> => {
  const data: Record<string, unknown> = {};
  for (const [name, reply] of Object.entries(replies)) {
    if (reply.state === 'fail') return reply;
    data[name] = reply.data;
  }
  return ok(data as Data<R>);
};
