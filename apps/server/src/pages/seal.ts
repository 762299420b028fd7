import { transcode } from 'node:buffer';
import { hash } from 'node:crypto';

const OPEN = Buffer.from('<script');
const OPEN_END = Buffer.from('>');
const CLOSE = Buffer.from('</script>');

/** Grows to the longest page there was. */
let room = Buffer.allocUnsafeSlow(512 * 1024);

/** The page in UTF-8. By way of its UTF-16 code units: for a Chinese page that is a seventh of what `write` takes. */
const written = (pieces: readonly string[]): Buffer => {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length * 2, 0);
  if (room.length < bytes) room = Buffer.allocUnsafeSlow(bytes);
  let end = 0;
  for (const piece of pieces) end += room.write(piece, end, 'utf16le');
  try {
    return transcode(room.subarray(0, end), 'utf16le', 'utf8');
  } catch {
    // Half a character on its own is refused; here it becomes U+FFFD.
    return Buffer.from(pieces.join(''));
  }
};

/** `<scripts` is another element. */
const endsName = (byte: number | undefined): boolean =>
  byte === undefined || !/\w/.test(String.fromCharCode(byte));

/** Source expressions of the inline scripts that carry the attribute. */
const computeHashes = (page: Buffer, attribute: string): string[] => {
  const hashes = new Set<string>();
  for (let at = page.indexOf(OPEN); at >= 0; at = page.indexOf(OPEN, at)) {
    at += OPEN.length;
    if (!endsName(page[at])) continue;
    const from = page.indexOf(OPEN_END, at);
    const end = from < 0 ? -1 : page.indexOf(CLOSE, from);
    if (end < 0) break;
    const attributes = page.toString('utf8', at, from);
    if (attributes.includes(attribute) && !/\bsrc=/.test(attributes)) {
      const code = page.subarray(from + 1, end);
      hashes.add(`'sha256-${hash('sha256', code, 'base64')}'`);
    }
    at = end;
  }
  return [...hashes];
};

/** A copy without the pieces. */
const without = (
  page: Buffer,
  pieces: readonly (readonly [from: number, to: number])[],
): Buffer => {
  const cut = pieces.reduce((sum, [from, to]) => sum + to - from, 0);
  const copy = Buffer.allocUnsafe(page.length - cut);
  let [read, write] = [0, 0];
  for (const [from, to] of pieces) {
    write += page.copy(copy, write, read, from);
    read = to;
  }
  page.copy(copy, write, read);
  return copy;
};

/**
 * Turns a page rendered with a random nonce into the bytes of one that can be kept: the inline scripts that carry the
 * nonce are hashed (an injected one does not), then every trace of the nonce is taken out. Throws when any is left: a
 * kept page would give the nonce away. In bytes, since a long Chinese text is dear to copy: two bytes a letter are soon
 * more than V8 keeps among its young.
 */
export const sealScripts = (
  html: string | readonly string[],
  nonce: string,
): { body: Buffer; hashes: string[] } => {
  const page = written(typeof html === 'string' ? [html] : html);
  const trace = Buffer.from(nonce);
  /** What may be around it, and goes with it. */
  const around = [
    [Buffer.from(' nonce="'), Buffer.from('"')],
    [Buffer.from('<meta property="csp-nonce" content="'), Buffer.from('"/>')],
  ] as const;
  const pieceAt = (at: number): [number, number] => {
    const after = at + trace.length;
    for (const [before, behind] of around) {
      const [from, to] = [at - before.length, after + behind.length];
      if (from < 0 || !page.subarray(from, at).equals(before)) continue;
      if (page.subarray(after, to).equals(behind)) return [from, to];
    }
    throw new Error('the nonce is still in the page');
  };
  const pieces: [number, number][] = [];
  for (let at = page.indexOf(trace); at >= 0; at = page.indexOf(trace, at + trace.length))
    pieces.push(pieceAt(at));
  return { body: without(page, pieces), hashes: computeHashes(page, `nonce="${nonce}"`) };
};
