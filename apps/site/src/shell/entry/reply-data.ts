import { type AnySerializationAdapter, createSerializationAdapter } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/envelope';

/** Data of replies. */
const ofReplies = new WeakSet<object>();
/** Of data that never changes, what it is as a JavaScript string that says it in JSON; '' until a page has sent it. */
const texts = new WeakMap<object, string>();

const note = (value: unknown, isFinal: boolean): void => {
  if (typeof value !== 'object' || value === null) return;
  ofReplies.add(value);
  if (isFinal) texts.set(value, '');
};

/**
 * What this reply brings is JSON, as over the network, and crosses to the browser as such, whole or by its parts. What is
 * the same for everybody comes again and again, frozen, and is written once.
 */
export const noteReply = <T>(reply: Envelope<T>): Envelope<T> => {
  const { data } = reply;
  if (typeof data !== 'object' || data === null || texts.has(data)) return reply;
  const isFinal = Object.isFrozen(data);
  note(data, isFinal);
  for (const part of Object.values(data)) note(part, isFinal);
  return reply;
};

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '<': '\\x3c' };

/** JSON is full of double quotes: between single ones they stay as they are. No `<` is left for a browser to read. */
const getText = (data: object): string => {
  const known = texts.get(data);
  if (known) return known;
  const text = `'${JSON.stringify(data).replace(/[\\'<]/g, (one) => ESCAPED[one] ?? one)}'`;
  if (known === '') texts.set(data, text);
  return text;
};

/** How the router has the browser look the adapter up. In the text of a page and in strings a quote is never bare. */
const PLACE = /\$_TSR\.t\.get\("reply"\)\("(\d+)"\)/g;

/** The data of the replies of one page. */
export type Replies = {
  adapter: AnySerializationAdapter;
  /** The page with that data in it, in pieces, and so is what is given. */
  write: (page: readonly string[]) => string[];
};

/**
 * Data of the API as one text. The router's own way, for values of every kind, looks at each of them twice and names
 * each object, and of a text it looks at every letter: all that it gets is a number, in the place of which the text is put.
 * The browser reads it without knowing of the adapter: its first load has no room for one.
 */
export const createReplies = (): Replies => {
  const sent: object[] = [];
  const adapter: AnySerializationAdapter = createSerializationAdapter({
    key: 'reply',
    test: (value: unknown): value is object => ofReplies.has(value as object),
    toSerializable: (data) => String(sent.push(data) - 1),
    fromSerializable: (): never => {
      throw new Error('the page holds the data itself');
    },
  });
  const pieces = (part: string): string[] => {
    const found: string[] = [];
    let read = 0;
    for (const { 0: place, 1: number, index } of part.matchAll(PLACE)) {
      const data = sent[Number(number)];
      if (!data) continue;
      found.push(part.slice(read, index), 'JSON.parse(', getText(data), ')');
      read = index + place.length;
    }
    return [...found, part.slice(read)];
  };
  return { adapter, write: (page) => page.flatMap(pieces) };
};
