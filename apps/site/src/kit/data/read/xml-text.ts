const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

const writeCharacter = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : '';

/** The five entities of XML and numbered ones; a document's own are none of a workbook's, and stay as they are written. */
export const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return NAMED[name] ?? whole;
        const isHex = name[1] === 'x' || name[1] === 'X';
        return writeCharacter(Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10));
      })
    : text;

const patterns = new Map<string, RegExp>();

/** An attribute of a tag, whatever its prefix; undefined when it has none of that name. */
export const readAttribute = (tag: string, name: string): string | undefined => {
  let pattern = patterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const found = pattern.exec(tag);
  return found ? unescapeXml(found[1] ?? found[2] ?? '') : undefined;
};

/** Bytes looked at for the encoding that a part says it is in. */
const PROLOG = 200;

/** Decodes a part in the encoding it says; UTF-8 without a word, or where nobody knows the word. */
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
 * XML in the few forms the library reads: no prolog, comments or document type, CDATA as text, and characters beyond
 * 16 bits as they are. What is not closed goes to the end of the text, so that nothing is looked through twice.
 */
export const simplifyXml = (text: string): string => {
  let out = text.replace(/^\uFEFF/, '');
  // Most parts have none of these: a search for a few letters is far quicker than a pattern.
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
