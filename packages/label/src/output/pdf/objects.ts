import { concat, latin1 } from '../../bytes.ts';
import { LabelError } from '../../errors.ts';
import { DEFLATE_LEVEL } from '../deflate.ts';
import type { Deflate } from '../deflate.ts';

/** The numbered objects of a PDF 1.5 file (ISO 32000-1, 7.3 and 7.5), written one after the other. */
export type PdfObjects = {
  /** A number for an object that is still to be written. */
  reserve: () => number;
  /** Writes a stream, compressed; `entries` are what its dictionary holds besides. */
  stream: (id: number, bytes: Uint8Array, entries?: string) => void;
  /** Keeps an object that is no stream; many are compressed together. */
  plain: (id: number, body: string) => void;
  /** Closes the file with its cross-reference stream; `entries` are those of the trailer. */
  close: (entries: string) => void;
  /** The bytes written since this was last called. */
  take: () => Uint8Array;
};

/** Where an object is: at an offset in the file, or at a place in an object stream. */
type Place = { at: number } | { within: number; index: number };

/** Objects in one object stream: as many as one byte counts. */
const TOGETHER = 256;
/** What four bytes of an offset reach. */
const MAX_BYTES = 0xffff_ffff;
/** The second line says that the file is binary (7.5.2). */
const HEADER = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n';

export function createObjects(deflate: Deflate): PdfObjects {
  const places: Place[] = [];
  let parts: Uint8Array[] = [];
  let length = 0;
  let kept: { id: number; body: string }[] = [];

  const put = (bytes: Uint8Array): void => {
    parts.push(bytes);
    length += bytes.length;
    if (length > MAX_BYTES)
      throw new LabelError('label-too-large', '标签太多，一个 PDF 文件放不下，请分成几次');
  };
  const reserve = (): number => {
    // Numbers begin at 1.
    places.push({ at: 0 });
    return places.length;
  };
  const stream = (id: number, bytes: Uint8Array, entries = ''): void => {
    places[id - 1] = { at: length };
    const packed = deflate(bytes, DEFLATE_LEVEL);
    const head = `<</Length ${packed.length}/Filter/FlateDecode${entries}>>`;
    put(latin1(`${id} 0 obj${head}stream\n`));
    put(packed);
    put(latin1('\nendstream\nendobj\n'));
  };
  const flush = (): void => {
    if (kept.length === 0) return;
    const within = reserve();
    let at = 0;
    const numbers: string[] = [];
    kept.forEach(({ id, body }, index) => {
      places[id - 1] = { within, index };
      numbers.push(`${id} ${at}`);
      at += body.length + 1;
    });
    const index = `${numbers.join(' ')}\n`;
    const bodies = kept.map(({ body }) => body).join('\n');
    stream(within, latin1(index + bodies), `/Type/ObjStm/N ${kept.length}/First ${index.length}`);
    kept = [];
  };
  put(latin1(HEADER));
  return {
    reserve,
    stream,
    plain(id, body) {
      kept.push({ id, body });
      if (kept.length === TOGETHER) flush();
    },
    close(entries) {
      flush();
      const at = length;
      const id = reserve();
      places[id - 1] = { at };
      const shape = `/Type/XRef/Size ${id + 1}/W[1 4 1]`;
      const predicted = `/DecodeParms<</Predictor 12/Columns ${ENTRY}>>`;
      stream(id, upDifferences(crossReferences(places)), shape + predicted + entries);
      put(latin1(`startxref\n${at}\n%%EOF\n`));
    },
    take() {
      const bytes = concat(parts);
      parts = [];
      return bytes;
    },
  };
}

/** Bytes of an entry of the cross-reference stream. */
const ENTRY = 6;
/** PNG's «up», before each row (7.4.4.4). */
const UP = 2;

/** Each entry as its difference from the one before, which compresses better: objects are about as long as each other. */
function upDifferences(entries: Uint8Array): Uint8Array {
  const count = entries.length / ENTRY;
  const out = new Uint8Array(count * (ENTRY + 1));
  for (let row = 0; row < count; row += 1) {
    out[row * (ENTRY + 1)] = UP;
    for (let i = 0; i < ENTRY; i += 1) {
      const at = row * ENTRY + i;
      out[at + row + 1] = (entries[at] ?? 0) - (entries[at - ENTRY] ?? 0);
    }
  }
  return out;
}

/** One entry of six bytes an object, the free object 0 before them (7.5.8). */
function crossReferences(places: readonly Place[]): Uint8Array {
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
