import { type Bulk, InputLimitError } from '@yunbiao/contract';
import { createInvalidInputError } from '@yunbiao/services';
import { createBodyTooLargeError } from './body-slots.ts';
import { type BulkCall, type BulkInput, getInputLimits, parseLimitedJsonElement } from './bulk.ts';
import { createBadJsonError } from './refusals.ts';
import { runGeneratorInSlices } from './slices.ts';

const NEWLINE = 0x0a;

/**
 * Splits chunks into lines. A line is valid until the next one is requested. Buffers only the
 * incomplete line; the buffer doubles, because copying it for every chunk would cost quadratic time
 * for a line sent byte by byte.
 */
const createLineReader = (maxLineBytes: number) => {
  let buffer = Buffer.alloc(0);
  let size = 0;
  const appendToLineBuffer = (part: Uint8Array): void => {
    if (size + part.length > maxLineBytes) throw createBodyTooLargeError(maxLineBytes);
    if (size + part.length > buffer.length) {
      const room = Math.max(2 * buffer.length, size + part.length);
      const largerBuffer = Buffer.allocUnsafeSlow(Math.min(room, maxLineBytes));
      buffer.copy(largerBuffer, 0, 0, size);
      buffer = largerBuffer;
    }
    buffer.set(part, size);
    size += part.length;
  };
  const getBuffered = (): Buffer => buffer.subarray(0, size);
  return {
    *splitLines(chunk: Uint8Array): Generator<Buffer> {
      let from = 0;
      for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
        appendToLineBuffer(chunk.subarray(from, to));
        from = to + 1;
        yield getBuffered();
        size = 0;
      }
      appendToLineBuffer(chunk.subarray(from));
    },
    getBuffered: getBuffered,
  };
};

const isBlankLine = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x0d);

/**
 * Reads a bulk input as NDJSON: the first line holds the other fields, each further line one
 * element. Parses while receiving and stores only the elements.
 * @throws InputLimitError, 400, 413, and errors of `chunks`
 */
export const readBulkNdjson = async (
  chunks: AsyncIterable<Uint8Array>,
  call: BulkCall,
  setHeldBytes: (bytes: number) => void,
): Promise<BulkInput> => {
  const bulk: Bulk = call.bulk;
  const { items } = getInputLimits(call);
  const list: unknown[] = [];
  let fields: Record<string, unknown> | null = null;
  let [size, values] = [0, 0];
  const parseBulkLine = function* (line: Buffer): Generator<void> {
    if (isBlankLine(line)) return;
    if (fields === null) {
      const first = yield* parseLimitedJsonElement(line, { limits: bulk.restLimits });
      if (typeof first !== 'object' || first === null || Array.isArray(first))
        throw createBadJsonError();
      fields = first as Record<string, unknown>;
      return;
    }
    if (list.length >= bulk.max) throw createInvalidInputError({ [bulk.field]: bulk.tooMany });
    const piece = yield* parseLimitedJsonElement(line, bulk);
    values += typeof piece === 'object' && piece !== null ? Object.keys(piece).length + 1 : 1;
    if (values > items) throw new InputLimitError('items');
    list.push(piece);
  };
  const reader = createLineReader(bulk.limits.bytes);
  const parseChunkLines = function* (chunk: Uint8Array): Generator<void> {
    for (const line of reader.splitLines(chunk)) {
      yield* parseBulkLine(line);
      yield;
    }
  };
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    setHeldBytes(size);
    await runGeneratorInSlices(parseChunkLines(chunk));
  }
  await runGeneratorInSlices(parseBulkLine(reader.getBuffered()));
  return { rest: fields ?? {}, list };
};
