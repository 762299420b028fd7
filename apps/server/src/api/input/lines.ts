import { type Bulk, INPUT_LIMITS, InputRefused } from '@yunbiao/contract';
import { invalid } from '@yunbiao/services';
import { tooLarge } from './bodies.ts';
import { type BulkCall, type BulkInput, listLimits, readPiece } from './bulk.ts';
import { badJson } from './refusals.ts';
import { inSlices } from './slices.ts';

const NEWLINE = 0x0a;

/**
 * Takes chunks, gives whole lines, each good until the next is asked for; keeps no more than the line that is not whole
 * yet. The room for it doubles: copied anew with every chunk, a line that comes byte by byte would cost its square.
 */
const lineReader = (most: number) => {
  let kept = Buffer.alloc(0);
  let size = 0;
  const keep = (part: Uint8Array): void => {
    if (size + part.length > most) throw tooLarge(most);
    if (size + part.length > kept.length) {
      const room = Math.max(2 * kept.length, size + part.length);
      const grown = Buffer.allocUnsafeSlow(Math.min(room, most));
      kept.copy(grown, 0, 0, size);
      kept = grown;
    }
    kept.set(part, size);
    size += part.length;
  };
  const last = (): Buffer => kept.subarray(0, size);
  return {
    *lines(chunk: Uint8Array): Generator<Buffer> {
      let from = 0;
      for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, to));
        from = to + 1;
        yield last();
        size = 0;
      }
      keep(chunk.subarray(from));
    },
    last,
  };
};

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x0d);

/**
 * A bulk input as NDJSON: the first line has all other fields, each further one a piece. Read while it comes; of what was
 * sent only the pieces are kept.
 * @throws InputRefused, 400, 413, and what the chunks throw
 */
export const bulkFromLines = async (
  chunks: AsyncIterable<Uint8Array>,
  call: BulkCall,
  hold: (bytes: number) => void,
): Promise<BulkInput> => {
  const bulk: Bulk = call.bulk;
  const { items } = listLimits(call);
  const list: unknown[] = [];
  let rest: Record<string, unknown> | null = null;
  let [size, values] = [0, 0];
  const take = function* (line: Buffer): Generator<void> {
    if (isBlank(line)) return;
    if (rest === null) {
      const first = yield* readPiece(line, { limits: INPUT_LIMITS });
      if (typeof first !== 'object' || first === null || Array.isArray(first)) throw badJson();
      rest = first as Record<string, unknown>;
      return;
    }
    if (list.length >= bulk.max) throw invalid({ [bulk.field]: bulk.tooMany });
    const piece = yield* readPiece(line, bulk);
    values += typeof piece === 'object' && piece !== null ? Object.keys(piece).length + 1 : 1;
    if (values > items) throw new InputRefused('items');
    list.push(piece);
  };
  const reader = lineReader(bulk.limits.bytes);
  const takeAll = function* (chunk: Uint8Array): Generator<void> {
    for (const line of reader.lines(chunk)) {
      yield* take(line);
      yield;
    }
  };
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    hold(size);
    await inSlices(takeAll(chunk));
  }
  await inSlices(take(reader.last()));
  return { rest: rest ?? {}, list };
};
