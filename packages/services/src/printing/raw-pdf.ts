import { inflateSync } from 'node:zlib';

/** What objects packed into streams may unpack to, in all: more is no label. */
const UNPACKED_BYTES = 4_000_000;
/** Nodes of the tree of pages that are looked at. */
const MOST_NODES = 200;

const NOT_READABLE = '读不懂这个 PDF，换一个程序再存一次';

/** An object's number, and where its text begins and ends. */
const OBJECT = /(?:^|[\s>])(\d{1,9})\s+\d{1,5}\s+obj\b/g;

type Objects = Map<number, string>;

/** From the number of bytes the object says, or to its end: between them is the stream. */
const streamOf = (text: string): string | null => {
  const at = /\bstream\r?\n/.exec(text);
  const end = text.lastIndexOf('endstream');
  if (!at || end < 0) return null;
  return text.slice(at.index + at[0].length, end);
};

/** What stands before the stream, or all of it: a dictionary. */
const headOf = (text: string): string => text.split(/\bstream\r?\n/, 1)[0] ?? '';

const NUMBER = /\s+(\d{1,9})(?!\d|\s+\d{1,5}\s+R\b)/y;
const REFERENCE = /\s+(\d{1,9})\s+\d{1,5}\s+R\b/y;

/** What stands behind the first `/name` that has such a value; its first group as a number. */
const valueIn = (head: string, name: string, value: RegExp): number | null => {
  const key = `/${name}`;
  for (let at = head.indexOf(key); at >= 0; at = head.indexOf(key, at + 1)) {
    value.lastIndex = at + key.length;
    const found = value.exec(head);
    if (found) return Number(found[1]);
  }
  return null;
};

const numberIn = (head: string, name: string): number | null => valueIn(head, name, NUMBER);

const refIn = (head: string, name: string): number | null => valueIn(head, name, REFERENCE);

/** What stands between two marks; null without the second one. Looked for once, however often the first one stands. */
const between = (text: string, from: number, mark: string): string | null => {
  const end = text.indexOf(mark, from);
  return end < 0 ? null : text.slice(from, end);
};

/** The dictionaries behind `trailer`, in the order of the file. */
const trailersOf = (text: string): string[] => {
  const found: string[] = [];
  let at = text.indexOf('trailer');
  while (at >= 0) {
    const one = between(text, at, 'startxref');
    if (one === null) break;
    found.push(one);
    at = text.indexOf('trailer', at + one.length);
  }
  return found;
};

/** What the list `/Kids` of a node holds; null where there is none. */
const kidsIn = (head: string): string | null => {
  const found = /\/Kids\s*\[/.exec(head);
  return found && between(head, found.index + found[0].length, ']');
};

/** Objects as they stand in the file; of one that was written again the last counts (ISO 32000-2, 7.5.6). */
const plainObjects = (text: string): Objects => {
  const objects: Objects = new Map();
  const begins = [...text.matchAll(OBJECT)];
  for (const [i, found] of begins.entries()) {
    const end = begins[i + 1]?.index ?? text.length;
    objects.set(Number(found[1]), text.slice(found.index + found[0].length, end));
  }
  return objects;
};

/** Objects that are packed into streams (7.5.7). Null for what is packed in a way nobody here unpacks. */
const packedObjects = (objects: Objects): Objects | null => {
  const unpacked: Objects = new Map();
  let room = UNPACKED_BYTES;
  for (const text of objects.values()) {
    const head = headOf(text);
    if (!/\/Type\s*\/ObjStm\b/.test(head)) continue;
    const packed = streamOf(text);
    const [first, count] = [numberIn(head, 'First'), numberIn(head, 'N')];
    const isFlate = /\/Filter\s*(?:\[\s*)?\/FlateDecode\s*\]?/.test(head);
    if (packed === null || first === null || count === null || !isFlate) return null;
    if (head.includes('/DecodeParms') || room <= 0) return null;
    let body: string;
    try {
      // Before `endstream` stands a line end that is none of it; zlib stops at its own end.
      body = inflateSync(Buffer.from(packed, 'latin1'), { maxOutputLength: room }).toString(
        'latin1',
      );
    } catch {
      return null;
    }
    room -= body.length;
    const places = body.slice(0, first).trim().split(/\s+/).map(Number);
    for (let i = 0; i < count; i += 1) {
      const [number, at, next] = [places[2 * i], places[2 * i + 1], places[2 * i + 3]];
      if (number === undefined || at === undefined) return null;
      unpacked.set(number, body.slice(first + at, next === undefined ? undefined : first + next));
    }
  }
  return unpacked;
};

/** Pages under a node, as they are printed: one that is named twice counts twice. Null when that cannot be told. */
const pagesUnder = (objects: Objects, root: number): number | null => {
  let nodes = 0;
  const count = (id: number, above: readonly number[]): number | null => {
    nodes += 1;
    const text = objects.get(id);
    if (text === undefined || above.includes(id) || nodes > MOST_NODES) return null;
    const head = headOf(text);
    if (/\/Type\s*\/Page\b(?!s)/.test(head)) return 1;
    const kids = kidsIn(head);
    if (kids === null) return null;
    let pages = 0;
    for (const [, kid] of kids.matchAll(/(\d{1,9})\s+\d{1,5}\s+R\b/g)) {
      const under = count(Number(kid), [...above, id]);
      if (under === null) return null;
      pages += under;
    }
    return pages;
  };
  return count(root, []);
};

/** The document's own catalogue, by the last trailer that names one, or the last stream in a trailer's place. */
const rootOf = (text: string, objects: Objects): number | null => {
  const streams = [...objects.values()]
    .map(headOf)
    .filter((head) => /\/Type\s*\/XRef\b/.test(head));
  for (const head of [...trailersOf(text), ...streams].toReversed()) {
    const root = refIn(head, 'Root');
    if (root !== null) return root;
  }
  return null;
};

/**
 * Why a PDF may not be printed as one label, in Chinese; '' when it may: one page, which every printer can read. It is read
 * by its objects and not by its table of them, and what is not understood is refused.
 */
export const rawPdfTrouble = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes).toString('latin1');
  if (!text.startsWith('%PDF-')) return '这不是 PDF：开头没有 %PDF-';
  if (!/%%EOF\s*$/.test(text.slice(-1_024))) return '这个 PDF 不完整：结尾没有 %%EOF';
  if (/\/Encrypt\b/.test(text)) return '这个 PDF 有密码或者加了限制，打印机打不开；去掉再发';
  const plain = plainObjects(text);
  const packed = packedObjects(plain);
  // Which of the two counts, the table alone says.
  if (packed === null || [...packed.keys()].some((id) => plain.has(id))) return NOT_READABLE;
  const objects: Objects = new Map([...packed, ...plain]);
  const root = rootOf(text, plain);
  const tree = root === null ? null : refIn(headOf(objects.get(root) ?? ''), 'Pages');
  const pages = tree === null ? null : pagesUnder(objects, tree);
  if (pages === null || pages === 0) return NOT_READABLE;
  return pages === 1 ? '' : `这个 PDF 有 ${pages} 页，原样打印一次只收一张：拆成一页一个再发`;
};
