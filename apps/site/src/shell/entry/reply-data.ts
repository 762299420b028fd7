import { type AnySerializationAdapter, createSerializationAdapter } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/envelope';

const ofReplies = new WeakSet<object>();

/** What this reply brings is JSON, as over the network, and crosses to the browser as such. */
export const noteReply = <T>(reply: Envelope<T>): Envelope<T> => {
  const { data } = reply;
  if (typeof data === 'object' && data !== null) ofReplies.add(data);
  return reply;
};

/**
 * Data of the API as one text. The router's own way, for values of every kind, looks at each of them twice and names
 * each object: of a member's page it took a twelfth. Only the server has it: see {@link readByItself}.
 */
export const replyAdapter: AnySerializationAdapter = createSerializationAdapter({
  key: 'reply',
  test: (value: unknown): value is object => ofReplies.has(value as object),
  toSerializable: (data) => JSON.stringify(data),
  fromSerializable: (text: string) => JSON.parse(text) as object,
});

/** How the router has the browser look the adapter up. In the text of a page and in strings a quote is never bare. */
const LOOKED_UP = '$_TSR.t.get("reply")(';

/**
 * The page in which the browser reads replies without knowing of the adapter: its first load has no room for one. In
 * pieces, and so is what is given.
 */
export const readByItself = (page: readonly string[]): string[] =>
  page.flatMap((part) =>
    part.split(LOOKED_UP).flatMap((piece, n) => (n === 0 ? [piece] : ['JSON.parse(', piece])),
  );
