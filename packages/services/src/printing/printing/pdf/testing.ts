import { deflateSync } from 'node:zlib';

/** The parts of a test file: objects by number, as written to the file. */
export type Parts = {
  objects: Readonly<Record<number, string>>;
  /** Numbers of objects packed into a stream; then the cross-reference table is a stream, too. */
  packed?: readonly number[];
  /** Encodes the rows of the table with a predictor, as most programs do; plain otherwise. */
  predictor?: boolean;
  root?: string;
  /** Additional trailer entries. */
  trailer?: string;
  /** Text between the objects and the table. */
  stray?: string;
};

const ENTRY_BYTES = 7;

const encodeLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Encodes each row as its difference from the row above. */
const predictRows = (rows: readonly number[][]): Buffer =>
  Buffer.from(
    rows.flatMap((row, y) => [2, ...row.map((byte, x) => (byte - (rows[y - 1]?.[x] ?? 0)) & 255)]),
  );

const encodeBigEndian = (value: number, width: number): number[] =>
  Array.from({ length: width }, (_, i) => Math.floor(value / 256 ** (width - 1 - i)) & 255);

const buildStream = (dict: string, body: Uint8Array): string => {
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
  return buildStream(
    `/Type/ObjStm/N ${objects.length}/First ${head.length}`,
    encodeLatin1(head + body),
  );
};

type Entry = [kind: number, first: number, second: number];

/** The cross-reference table as a stream (7.5.8). */
const buildTableStream = (
  entries: ReadonlyMap<number, Entry>,
  size: number,
  { root, trailer, predictor }: { root: string; trailer: string; predictor: boolean },
): string => {
  const rows = Array.from({ length: size }, (_, id) => {
    const [kind, first, second] = entries.get(id) ?? [0, 0, 0];
    return [kind, ...encodeBigEndian(first, 4), ...encodeBigEndian(second, 2)];
  });
  const parms = predictor ? `/DecodeParms<</Predictor 12/Columns ${ENTRY_BYTES}>>` : '';
  const dict = `/Type/XRef/Size ${size}/W[1 4 2]${parms}/Root ${root}${trailer}`;
  return buildStream(dict, predictor ? predictRows(rows) : Buffer.from(rows.flat()));
};

/** The cross-reference table in plain text (7.5.4). */
const buildPlainTable = (entries: ReadonlyMap<number, Entry>, size: number): string =>
  [...Array(size).keys()]
    .map((id) => {
      const entry = entries.get(id);
      if (!entry) return id === 0 ? '0000000000 65535 f \n' : '0000000000 00000 f \n';
      return `${String(entry[1]).padStart(10, '0')} 00000 n \n`;
    })
    .join('');

/** A PDF with its cross-reference table. `before`: the file that it updates. */
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
  const addObject = (id: number, body: string): void => {
    entries.set(id, [1, text.length, 0]);
    text += `${id} 0 obj\n${body}\nendobj\n`;
  };
  const all = Object.entries(objects).map(([id, body]) => [Number(id), body] as const);
  for (const [id, body] of all) if (!packed.includes(id)) addObject(id, body);
  const inside = all.filter(([id]) => packed.includes(id));
  let size = Math.max(...all.map(([id]) => id)) + 1;
  if (inside.length > 0) {
    for (const [index, [id]] of inside.entries()) entries.set(id, [2, size, index]);
    addObject(size, packObjects(inside));
    size += 1;
  }
  text += stray;
  const previous =
    before === '' ? '' : `/Prev ${/startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1]}`;
  const from = text.length;
  if (inside.length > 0) {
    entries.set(size, [1, from, 0]);
    const more = { root, trailer: trailer + previous, predictor };
    text += `${size} 0 obj\n${buildTableStream(entries, size + 1, more)}\nendobj\n`;
  } else if (before === '')
    text += `xref\n0 ${size}\n${buildPlainTable(entries, size)}trailer\n<</Size ${size}/Root ${root}${trailer}>>\n`;
  else {
    const subsections = [...entries].map(
      ([id, [, at]]) => `${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`,
    );
    text += `xref\n${subsections.join('')}trailer\n<</Size ${size}/Root ${root}${trailer}${previous}>>\n`;
  }
  return `${text}startxref\n${from}\n%%EOF\n`;
};

/**
 * A PDF whose cross-reference table follows its first object (annex F), which contains `dict`.
 * `LENGTH` in `dict` is replaced by the file's length, ten digits.
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
  const table = `xref\n0 ${size}\n${buildPlainTable(entries, size)}`;
  return first.replace('0000000000', length) + table + trailer + body + end;
};
