import { isPdfDict, PdfError, PdfReader, type PlainObject, requireDict } from './objects.ts';
import type { ParseLimits } from './streams.ts';

/** Bytes at the start of the file that some readers search for `/Linearized`. */
const HEAD_BYTES = 1_024;

/**
 * The first object of a file after comments, including the version; null when the file does not
 * start with an object.
 */
function readFirstPdfObject(text: string, room: ParseLimits): PlainObject | null {
  const reader = new PdfReader(text, 0, text.length, room);
  reader.skipWhiteSpace();
  return /\d/.test(text.charAt(reader.at)) ? reader.readObject() : null;
}

/**
 * Offset at which readers of linearized files look for the newest table: after the first object, if
 * that gives the file's length (annex F). Null when the file is not linearized or was changed
 * since.
 * @throws PdfError when readers would not agree
 */
export function findLinearizedXrefTable(text: string, room: ParseLimits): number | null {
  const isMentioned = text.slice(0, HEAD_BYTES).includes('/Linearized');
  const first = readFirstPdfObject(text, room);
  const isFirst = isPdfDict(first?.value) && first.value.has('Linearized');
  // Some readers search for the word, others check the first object.
  if (isMentioned !== isFirst) throw new PdfError('a linearized file');
  if (!first || !isFirst) return null;
  const length = requireDict(first.value).get('L');
  if (typeof length !== 'number') throw new PdfError('the length of a linearized file');
  if (length !== text.length) return null;
  const reader = new PdfReader(text, first.end);
  reader.skipWhiteSpace();
  if (!reader.tryReadWord('endobj')) throw new PdfError('a linearized file');
  reader.skipWhiteSpace();
  return reader.at;
}
