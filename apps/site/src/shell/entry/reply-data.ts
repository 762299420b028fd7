import { type AnySerializationAdapter, createSerializationAdapter } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/core/envelope';

/** All recorded reply data. */
const replyData = new WeakSet<object>();
/**
 * JSON of immutable data as a JavaScript string literal. '' until the data was serialized for the
 * first time.
 */
const serializedData = new WeakMap<object, string>();

const recordReplyValue = (value: unknown, isFinal: boolean): void => {
  if (typeof value !== 'object' || value === null) return;
  replyData.add(value);
  if (isFinal) serializedData.set(value, '');
};

/**
 * Records reply data, which is JSON and is sent to the browser as JSON, complete or in parts.
 * Shared data is frozen; its serialization is cached.
 */
export const recordReplyData = <T>(reply: Envelope<T>): Envelope<T> => {
  const { data } = reply;
  if (typeof data !== 'object' || data === null || serializedData.has(data)) return reply;
  const isFinal = Object.isFrozen(data);
  recordReplyValue(data, isFinal);
  for (const part of Object.values(data)) recordReplyValue(part, isFinal);
  return reply;
};

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '<': '\\x3c' };

/**
 * Uses single quotes, so that the double quotes of JSON need no escape. Escapes `<`, so that the
 * text cannot end the script element.
 */
const serializeData = (data: object): string => {
  const knownText = serializedData.get(data);
  if (knownText) return knownText;
  const text = `'${JSON.stringify(data).replace(/[\\'<]/g, (character) => ESCAPED[character] ?? character)}'`;
  if (knownText === '') serializedData.set(data, text);
  return text;
};

/**
 * Call of the adapter in the router script. In page text and in strings quotes are escaped, so the
 * pattern matches nothing else.
 */
const ADAPTER_CALL = /\$_TSR\.t\.get\("reply"\)\("(\d+)"\)/g;

/** Reply data of one page. */
export type Replies = {
  adapter: AnySerializationAdapter;
  /** Inserts the data into the page. Input and output are lists of pieces. */
  write: (page: readonly string[]) => string[];
};

/**
 * Serializes API data as one JSON text. The serialization of the router supports all value types,
 * but it visits each value twice, names each object and scans all text. Here the router only
 * serializes a number, which is replaced with the JSON text. The browser needs no adapter code.
 */
export const createReplySerializer = (): Replies => {
  const sentData: object[] = [];
  const adapter: AnySerializationAdapter = createSerializationAdapter({
    key: 'reply',
    test: (value: unknown): value is object => replyData.has(value as object),
    toSerializable: (data) => String(sentData.push(data) - 1),
    fromSerializable: (): never => {
      throw new Error('the page holds the data itself');
    },
  });
  const replaceDataPlaceholders = (part: string): string[] => {
    const parts: string[] = [];
    let read = 0;
    for (const { 0: place, 1: number, index } of part.matchAll(ADAPTER_CALL)) {
      const data = sentData[Number(number)];
      if (!data) continue;
      parts.push(part.slice(read, index), 'JSON.parse(', serializeData(data), ')');
      read = index + place.length;
    }
    return [...parts, part.slice(read)];
  };
  return { adapter, write: (page) => page.flatMap(replaceDataPlaceholders) };
};
