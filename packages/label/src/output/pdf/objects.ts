import { concatBytes, encodeLatin1 } from '../../bytes.ts';
import { LabelError } from '../../errors.ts';
import { DEFLATE_LEVEL } from '../deflate.ts';
import type { Deflate } from '../deflate.ts';

/** Numbered objects of a PDF 1.5 file (ISO 32000-1, 7.3 and 7.5), written sequentially. */
export type PdfObjects = {
  /** Reserves a number for an object that is written later. */
  reserve: () => number;
  /** Writes a compressed stream; `entries` are additional dictionary entries. */
  writeStream: (id: number, bytes: Uint8Array, entries?: string) => void;
  /** Adds an object that is not a stream; such objects are compressed together. */
  addObject: (id: number, body: string) => void;
  /** Closes the file with its cross-reference stream; `entries` are those of the trailer. */
  close: (entries: string) => void;
  /** Returns the bytes written since the last call. */
  drainBytes: () => Uint8Array;
};

/** Location of an object: an offset in the file, or an index in an object stream. */
type Place = { at: number } | { within: number; index: number };

/** Objects per object stream: the index is one byte. */
const OBJECTS_PER_STREAM = 256;
/** Maximum size of the file, bytes: offsets have four bytes. */
const MAX_BYTES = 0xffff_ffff;
/** Start of the file. The second line marks it as binary (7.5.2). */
const HEADER = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n';

type PendingObject = { id: number; body: string };

/** Creates the buffer of the file's bytes. `getLength` includes the drained ones. */
function createDrainableOutput() {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    append: (bytes: Uint8Array): void => {
      parts.push(bytes);
      length += bytes.length;
      if (length > MAX_BYTES)
        throw new LabelError('label-too-large', '标签太多，一个 PDF 文件放不下，请分成几次');
    },
    getLength: (): number => length,
    drain: (): Uint8Array => {
      const bytes = concatBytes(parts);
      parts = [];
      return bytes;
    },
  };
}

/** Content of an object stream (7.5.7), and its dictionary entries. */
function buildObjectStream(objects: readonly PendingObject[]): {
  bytes: Uint8Array;
  entries: string;
} {
  let at = 0;
  const numbers: string[] = [];
  for (const { id, body } of objects) {
    numbers.push(`${id} ${at}`);
    at += body.length + 1;
  }
  const index = `${numbers.join(' ')}\n`;
  const bodies = objects.map(({ body }) => body).join('\n');
  return {
    bytes: encodeLatin1(index + bodies),
    entries: `/Type/ObjStm/N ${objects.length}/First ${index.length}`,
  };
}

export function createPdfObjects(deflate: Deflate): PdfObjects {
  const places: Place[] = [];
  const output = createDrainableOutput();
  let pendingObjects: PendingObject[] = [];

  const reserveNumber = (): number => {
    // Object numbers start at 1.
    places.push({ at: 0 });
    return places.length;
  };
  const writeStream = (id: number, bytes: Uint8Array, entries = ''): void => {
    places[id - 1] = { at: output.getLength() };
    const packedBytes = deflate(bytes, DEFLATE_LEVEL);
    const head = `<</Length ${packedBytes.length}/Filter/FlateDecode${entries}>>`;
    output.append(encodeLatin1(`${id} 0 obj${head}stream\n`));
    output.append(packedBytes);
    output.append(encodeLatin1('\nendstream\nendobj\n'));
  };
  const flushPendingObjects = (): void => {
    if (pendingObjects.length === 0) return;
    const streamId = reserveNumber();
    pendingObjects.forEach(({ id }, index) => {
      places[id - 1] = { within: streamId, index };
    });
    const { bytes, entries } = buildObjectStream(pendingObjects);
    writeStream(streamId, bytes, entries);
    pendingObjects = [];
  };
  output.append(encodeLatin1(HEADER));
  return {
    reserve: reserveNumber,
    writeStream,
    addObject(id, body) {
      pendingObjects.push({ id, body });
      if (pendingObjects.length === OBJECTS_PER_STREAM) flushPendingObjects();
    },
    close(entries) {
      flushPendingObjects();
      const at = output.getLength();
      const id = reserveNumber();
      places[id - 1] = { at };
      writeStream(
        id,
        encodeWithUpPredictor(buildCrossReferences(places)),
        formatXrefStreamEntries(id + 1) + entries,
      );
      output.append(encodeLatin1(`startxref\n${at}\n%%EOF\n`));
    },
    drainBytes: output.drain,
  };
}

/** Bytes per entry of the cross-reference stream. */
const ENTRY_BYTES = 6;
/** PNG “up” predictor, before each row (7.4.4.4). */
const UP_PREDICTOR = 2;

/** Dictionary entries of the cross-reference stream (7.5.8); `size` counts the free object 0. */
function formatXrefStreamEntries(size: number): string {
  const predicted = `/DecodeParms<</Predictor 12/Columns ${ENTRY_BYTES}>>`;
  return `/Type/XRef/Size ${size}/W[1 4 1]${predicted}`;
}

/**
 * Encodes each entry as its difference from the previous one, which compresses better: objects have
 * similar lengths.
 */
function encodeWithUpPredictor(entries: Uint8Array): Uint8Array {
  const count = entries.length / ENTRY_BYTES;
  const out = new Uint8Array(count * (ENTRY_BYTES + 1));
  for (let row = 0; row < count; row += 1) {
    out[row * (ENTRY_BYTES + 1)] = UP_PREDICTOR;
    for (let i = 0; i < ENTRY_BYTES; i += 1) {
      const at = row * ENTRY_BYTES + i;
      out[at + row + 1] = (entries[at] ?? 0) - (entries[at - ENTRY_BYTES] ?? 0);
    }
  }
  return out;
}

/** One entry of six bytes per object, preceded by the free object 0 (7.5.8). */
function buildCrossReferences(places: readonly Place[]): Uint8Array {
  const bytes = new Uint8Array((places.length + 1) * 6);
  const view = new DataView(bytes.buffer);
  bytes[5] = 0xff;
  places.forEach((place, i) => {
    const entry = (i + 1) * 6;
    const isOwn = 'at' in place;
    bytes[entry] = isOwn ? 1 : 2;
    view.setUint32(entry + 1, isOwn ? place.at : place.within);
    bytes[entry + 5] = isOwn ? 0 : place.index;
  });
  return bytes;
}
