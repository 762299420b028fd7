import { deflateSync } from 'node:zlib';

/** What a file for tests is made of: objects by their numbers, as they are written. */
export type Parts = {
  objects: Readonly<Record<number, string>>;
  /** Numbers of those that are packed into a stream; then the table is a stream, too. */
  packed?: readonly number[];
  /** Of the table's rows: as most programs write them, or plain. */
  predictor?: boolean;
  root?: string;
  /** More of the trailer. */
  trailer?: string;
  /** Between the objects and the table. */
  stray?: string;
};

const ENTRY_BYTES = 7;

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Rows of a table, each as what differs from the one above. */
const predict = (rows: readonly number[][]): Buffer =>
  Buffer.from(
    rows.flatMap((row, y) => [2, ...row.map((byte, x) => (byte - (rows[y - 1]?.[x] ?? 0)) & 255)]),
  );

const bigEndian = (value: number, width: number): number[] =>
  Array.from({ length: width }, (_, i) => Math.floor(value / 256 ** (width - 1 - i)) & 255);

const stream = (dict: string, body: Uint8Array): string => {
  const packed = deflateSync(body).toString('latin1');
  return `<<${dict}/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream`;
};

/** Objects packed into a stream (ISO 32000-2, 7.5.7). */
const packObjects = (objects: readonly (readonly [number, string])[]): string => {
  const heads: string[] = [];
  let body = '';
  for (const [id, text] of objects) {
    heads.push(`${id} ${body.length}`);
    body += `${text}\n`;
  }
  const head = `${heads.join(' ')} `;
  return stream(`/Type/ObjStm/N ${objects.length}/First ${head.length}`, latin1(head + body));
};

type Entry = [kind: number, first: number, second: number];

/** The table as a stream (7.5.8). */
const tableStream = (
  entries: ReadonlyMap<number, Entry>,
  size: number,
  { root, trailer, predictor }: { root: string; trailer: string; predictor: boolean },
): string => {
  const rows = Array.from({ length: size }, (_, id) => {
    const [kind, first, second] = entries.get(id) ?? [0, 0, 0];
    return [kind, ...bigEndian(first, 4), ...bigEndian(second, 2)];
  });
  const parms = predictor ? `/DecodeParms<</Predictor 12/Columns ${ENTRY_BYTES}>>` : '';
  const dict = `/Type/XRef/Size ${size}/W[1 4 2]${parms}/Root ${root}${trailer}`;
  return stream(dict, predictor ? predict(rows) : Buffer.from(rows.flat()));
};

/** The table in the open (7.5.4). */
const plainTable = (entries: ReadonlyMap<number, Entry>, size: number): string =>
  [...Array(size).keys()]
    .map((id) => {
      const entry = entries.get(id);
      if (!entry) return id === 0 ? '0000000000 65535 f \n' : '0000000000 00000 f \n';
      return `${String(entry[1]).padStart(10, '0')} 00000 n \n`;
    })
    .join('');

/** A PDF, with a table of its objects. `before`: the file it is an update of. */
export const writePdf = (parts: Parts, before = ''): string => {
  const {
    objects,
    packed = [],
    predictor = true,
    root = '1 0 R',
    trailer = '',
    stray = '',
  } = parts;
  let text = before === '' ? '%PDF-1.7\n' : before;
  const entries = new Map<number, Entry>();
  const add = (id: number, body: string): void => {
    entries.set(id, [1, text.length, 0]);
    text += `${id} 0 obj\n${body}\nendobj\n`;
  };
  const all = Object.entries(objects).map(([id, body]) => [Number(id), body] as const);
  for (const [id, body] of all) if (!packed.includes(id)) add(id, body);
  const inside = all.filter(([id]) => packed.includes(id));
  let size = Math.max(...all.map(([id]) => id)) + 1;
  if (inside.length > 0) {
    for (const [index, [id]] of inside.entries()) entries.set(id, [2, size, index]);
    add(size, packObjects(inside));
    size += 1;
  }
  text += stray;
  const previous =
    before === '' ? '' : `/Prev ${/startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1]}`;
  const from = text.length;
  if (inside.length > 0) {
    entries.set(size, [1, from, 0]);
    const more = { root, trailer: trailer + previous, predictor };
    text += `${size} 0 obj\n${tableStream(entries, size + 1, more)}\nendobj\n`;
  } else if (before === '')
    text += `xref\n0 ${size}\n${plainTable(entries, size)}trailer\n<</Size ${size}/Root ${root}${trailer}>>\n`;
  else {
    const subsections = [...entries].map(
      ([id, [, at]]) => `${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`,
    );
    text += `xref\n${subsections.join('')}trailer\n<</Size ${size}/Root ${root}${trailer}${previous}>>\n`;
  }
  return `${text}startxref\n${from}\n%%EOF\n`;
};

/**
 * A PDF whose table stands behind its first object (annex F), which holds `dict`: `LENGTH` in it becomes how long the file
 * is, ten digits.
 */
export const writeLinearizedPdf = (
  objects: Readonly<Record<number, string>>,
  dict: string,
): string => {
  const size = Math.max(...Object.keys(objects).map(Number)) + 2;
  const entries = new Map<number, Entry>([[size - 1, [1, '%PDF-1.7\n'.length, 0]]]);
  const first = `%PDF-1.7\n${size - 1} 0 obj\n<<${dict.replace('LENGTH', '0000000000')}>>\nendobj\n`;
  const trailer = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n0\n%%EOF\n`;
  let at = first.length + `xref\n0 ${size}\n`.length + 20 * size + trailer.length;
  let body = '';
  for (const [id, text] of Object.entries(objects)) {
    entries.set(Number(id), [1, at + body.length, 0]);
    body += `${id} 0 obj\n${text}\nendobj\n`;
  }
  at += body.length;
  const end = `startxref\n${first.length}\n%%EOF\n`;
  const length = String(at + end.length).padStart(10, '0');
  const table = `xref\n0 ${size}\n${plainTable(entries, size)}`;
  return first.replace('0000000000', length) + table + trailer + body + end;
};
