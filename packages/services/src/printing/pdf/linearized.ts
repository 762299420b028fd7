import { isDict, PdfError, PdfReader, type PlainObject, requireDict } from './objects.ts';
import type { Room } from './streams.ts';

/** Bytes some readers look through for the word. */
const HEAD_BYTES = 1_024;

/** What a file begins with behind its comments, the version among them; null where that is no object. */
function readFirst(text: string, room: Room): PlainObject | null {
  const reader = new PdfReader(text, 0, text.length, room);
  reader.skipWhite();
  return /\d/.test(text.charAt(reader.at)) ? reader.object() : null;
}

/**
 * Where readers of linearized files look for the newest table: behind the first object, if that says how long the file is
 * (annex F). Null in a file that is not linearized, or was changed since. @throws PdfError where readers do not agree
 */
export function findFirstTable(text: string, room: Room): number | null {
  const isMentioned = text.slice(0, HEAD_BYTES).includes('/Linearized');
  const first = readFirst(text, room);
  const isFirst = isDict(first?.value) && first.value.has('Linearized');
  // Some readers look for the word, others at the first object.
  if (isMentioned !== isFirst) throw new PdfError('a linearized file');
  if (!first || !isFirst) return null;
  const length = requireDict(first.value).get('L');
  if (typeof length !== 'number') throw new PdfError('the length of a linearized file');
  if (length !== text.length) return null;
  const reader = new PdfReader(text, first.end);
  reader.skipWhite();
  if (!reader.takes('endobj')) throw new PdfError('a linearized file');
  reader.skipWhite();
  return reader.at;
}
