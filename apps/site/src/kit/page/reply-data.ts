import { createSerializationAdapter } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/envelope';

const ofReplies = new WeakSet<object>();

/** On the server: what this reply brings is JSON, as over the network, and crosses to the browser as such. */
export const noteReply = <T>(reply: Envelope<T>): Envelope<T> => {
  const { data } = reply;
  if (typeof data === 'object' && data !== null) ofReplies.add(data);
  return reply;
};

/**
 * Data of the API as one text. The router's own way, for values of every kind, looks at each of them twice and names
 * each object: of a member's page it took a twelfth.
 */
export const replyAdapter = createSerializationAdapter({
  key: 'reply',
  test: (value: unknown): value is object => ofReplies.has(value as object),
  toSerializable: (data) => JSON.stringify(data),
  fromSerializable: (text: string) => JSON.parse(text) as object,
});
