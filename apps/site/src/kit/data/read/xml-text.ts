const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

const decodeCodePoint = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : '';

/**
 * Decodes the five XML entities and numeric character references. Other entities stay unchanged;
 * workbooks do not declare any.
 */
export const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (match, name: string) => {
        if (!name.startsWith('#')) return NAMED[name] ?? match;
        const isHex = name[1] === 'x' || name[1] === 'X';
        return decodeCodePoint(Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10));
      })
    : text;

const patterns = new Map<string, RegExp>();

/** Reads an attribute of a tag with any namespace prefix. Returns undefined when it is absent. */
export const readAttribute = (tag: string, name: string): string | undefined => {
  let pattern = patterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const attributeMatch = pattern.exec(tag);
  return attributeMatch ? unescapeXml(attributeMatch[1] ?? attributeMatch[2] ?? '') : undefined;
};

/** Number of bytes that are searched for the encoding declaration. */
const PROLOG = 200;

/** Creates the decoder for a part. Uses UTF-8 when the encoding is not declared or unknown. */
export const createPartDecoder = (start: Uint8Array): TextDecoder => {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be');
  if (start[0] === 0x3c && start[1] === 0) return new TextDecoder('utf-16le');
  const prolog = new TextDecoder('latin1').decode(start.subarray(0, PROLOG));
  const [, name = 'utf-8'] = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(prolog) ?? [];
  try {
    return new TextDecoder(/^utf-?16$/i.test(name) ? 'utf-8' : name);
  } catch {
    return new TextDecoder();
  }
};

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Reduces XML to the forms the library reads: no prolog, comments or document type, CDATA as text,
 * and literal characters above 16 bits. Unclosed constructs extend to the end of the text, so that
 * the run time stays linear.
 */
export const simplifyXml = (text: string): string => {
  let out = text.replace(/^\uFEFF/, '');
  // Most parts contain none of these. A substring search is much faster than a regular expression.
  if (out.includes('<!--')) out = out.replaceAll(/<!--[^]*?(?:-->|$)/g, '');
  if (out.includes('<![CDATA['))
    out = out.replaceAll(/<!\[CDATA\[([^]*?)(?:\]\]>|$)/g, (_, inside: string) =>
      escapeXml(inside),
    );
  if (out.includes('<?')) out = out.replaceAll(/<\?[^]*?(?:\?>|$)/g, '');
  if (out.includes('<!DOCTYPE'))
    out = out.replaceAll(/<!DOCTYPE[^[<>]*(?:\[[^\]]*(?:\]\s*|$))?>?/g, '');
  if (out.includes('&#'))
    out = out.replaceAll(/&#(?:x0*1?[\da-f]{5}|[1-9]\d{4,6});/gi, (reference) => {
      const character = unescapeXml(reference);
      return /[<>&]/.test(character) ? reference : character;
    });
  return out;
};
