import { isServer } from '@tanstack/router-core/isServer';
import type { Envelope } from '@yunbiao/contract/envelope';

const ofReplies = isServer === false ? null : new WeakSet<object>();

/** On the server: what this reply brings is JSON, as over the network, and crosses to the browser as such. */
export const noteReply = <T>(reply: Envelope<T>): Envelope<T> => {
  const { data } = reply;
  if (typeof data === 'object' && data !== null) ofReplies?.add(data);
  return reply;
};

/** The server's half, which the browser does without. */
const writing = {
  test: (value: unknown): value is object => ofReplies?.has(value as object) ?? false,
  toSerializable: JSON.stringify as (data: object) => string,
};

/**
 * Data of the API as one text. The router's own way, for values of every kind, looks at each of them twice and names
 * each object: of a member's page it took a twelfth.
 */
export const replyAdapter = {
  key: 'reply',
  ...(isServer === false ? ({} as typeof writing) : writing),
  fromSerializable: JSON.parse as (text: string) => object,
};
