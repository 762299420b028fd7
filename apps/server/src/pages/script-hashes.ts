import { transcode } from 'node:buffer';
import { hash } from 'node:crypto';

const OPEN = Buffer.from('<script');
const OPEN_END = Buffer.from('>');
const CLOSE = Buffer.from('</script>');

/** Buffer that grows to the longest page. */
let encodeBuffer = Buffer.allocUnsafeSlow(512 * 1024);

/**
 * Encodes a page as UTF-8. Goes through UTF-16 code units: for a Chinese page this takes a seventh
 * of the time of a UTF-8 `write`.
 */
const encodePageAsUtf8 = (pieces: readonly string[]): Buffer => {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length * 2, 0);
  if (encodeBuffer.length < bytes) encodeBuffer = Buffer.allocUnsafeSlow(bytes);
  let end = 0;
  for (const piece of pieces) end += encodeBuffer.write(piece, end, 'utf16le');
  try {
    return transcode(encodeBuffer.subarray(0, end), 'utf16le', 'utf8');
  } catch {
    // Lone surrogates are rejected by the fast path. Here they become U+FFFD.
    return Buffer.from(pieces.join(''));
  }
};

/** Whether a tag name ends before this byte: `<scripts` is another element. */
const isTagNameEnd = (byte: number | undefined): boolean =>
  byte === undefined || !/\w/.test(String.fromCharCode(byte));

/** CSP source expressions for the inline scripts with the attribute. */
const computeInlineScriptHashes = (page: Buffer, attribute: string): string[] => {
  const hashes = new Set<string>();
  for (let at = page.indexOf(OPEN); at >= 0; at = page.indexOf(OPEN, at)) {
    at += OPEN.length;
    if (!isTagNameEnd(page[at])) continue;
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

/** Copies the page without the given ranges. */
const removeByteRanges = (
  page: Buffer,
  pieces: readonly (readonly [from: number, to: number])[],
): Buffer => {
  const removedBytes = pieces.reduce((sum, [from, to]) => sum + to - from, 0);
  const copy = Buffer.allocUnsafe(page.length - removedBytes);
  let [read, write] = [0, 0];
  for (const [from, to] of pieces) {
    write += page.copy(copy, write, read, from);
    read = to;
  }
  page.copy(copy, write, read);
  return copy;
};

/**
 * Converts a page rendered with a random nonce to bytes that can be cached. Hashes the inline
 * scripts that carry the nonce (an injected script does not), then removes every occurrence of the
 * nonce. Throws if one remains, because a cached page would reveal it. Works on bytes, because long
 * Chinese strings are expensive to copy: with two bytes per character they soon exceed V8's young
 * generation.
 */
export const replaceNonceByHashes = (
  html: string | readonly string[],
  nonce: string,
): { body: Buffer; hashes: string[] } => {
  const page = encodePageAsUtf8(typeof html === 'string' ? [html] : html);
  const nonceBytes = Buffer.from(nonce);
  /** Markup around the nonce that is removed with it. */
  const nonceMarkup = [
    [Buffer.from(' nonce="'), Buffer.from('"')],
    [Buffer.from('<meta property="csp-nonce" content="'), Buffer.from('"/>')],
  ] as const;
  const findNonceRange = (at: number): [number, number] => {
    const after = at + nonceBytes.length;
    for (const [before, markupAfter] of nonceMarkup) {
      const [from, to] = [at - before.length, after + markupAfter.length];
      if (from < 0 || !page.subarray(from, at).equals(before)) continue;
      if (page.subarray(after, to).equals(markupAfter)) return [from, to];
    }
    throw new Error('the nonce is still in the page');
  };
  const pieces: [number, number][] = [];
  for (
    let at = page.indexOf(nonceBytes);
    at >= 0;
    at = page.indexOf(nonceBytes, at + nonceBytes.length)
  )
    pieces.push(findNonceRange(at));
  return {
    body: removeByteRanges(page, pieces),
    hashes: computeInlineScriptHashes(page, `nonce="${nonce}"`),
  };
};
