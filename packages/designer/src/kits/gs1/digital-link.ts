import type { TemplateField } from '@yunbiao/label';
import { validateGs1Value, listAiValueParts } from '@yunbiao/label/gs1';
import { type ContentPiece, readPieces } from './content.ts';
import { formatFieldReference } from '@yunbiao/label/formula';
import { getValueSource, type Gs1Item, hasText } from './values.ts';

/**
 * GS1 Digital Link Standard: URI Syntax. Primary keys and their qualifiers in the order of the path;
 * alternatives are separate lists.
 */
const PRIMARY_KEYS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['01', [['22', '10', '21'], ['235']]],
  ['8006', [['22', '10', '21']]],
  ['8013', []],
  ['8010', [['8011']]],
  ['414', [['254'], ['7040']]],
  ['415', [['8020']]],
  ['417', [['7040']]],
  ['8017', [['8019']]],
  ['8018', [['8019']]],
  ['255', []],
  ['00', []],
  ['253', []],
  ['401', []],
  ['402', []],
  ['8003', []],
  ['8004', [['7040']]],
]);

/** Identifiers that only qualify a key or cannot be in a web address as attributes. */
const NO_ATTRIBUTES = new Set(
  '03 21 22 235 254 7040 7041 8011 8014 8019 8020 8040 8041 8042 8043 8200'.split(' '),
);

export const DEFAULT_DOMAIN = 'https://id.gs1.org';

/** Characters besides letters, digits and `-._~` are percent-encoded (RFC 3986, 2.3). */
export const encodeUriText = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A link, or why the identifiers cannot be one. */
export type LinkResult = { link: string } | { refused: string };

/** Why a domain cannot start a link; '' when it can. */
export const checkDomain = (domain: string): string => {
  if (!/^https?:\/\//i.test(domain)) return '网址要以 https:// 开头';
  if (/[{}\s?#]/.test(domain)) return '网址里不能有空格、花括号、? 和 #';
  return URL.canParse(domain) ? '' : '网址不对，例如 https://id.gs1.org';
};

/** A fixed value as it is in the symbol, with the check digit; unchanged when it is not valid. */
const completeFixedValue = (ai: string, text: string): string => {
  const parts = listAiValueParts(ai);
  try {
    return parts ? validateGs1Value(ai, parts, text.trim()) : text;
  } catch {
    return text.trim();
  }
};

const formatLinkValue = (item: Gs1Item): string => {
  const source = getValueSource(item);
  if (source === null)
    return item.value.kind === 'fixed'
      ? encodeUriText(completeFixedValue(item.ai, item.value.text))
      : '';
  if (!hasText(item.ai)) return `{{${source}}}`;
  const encodedSource =
    item.value.kind === 'column' && item.value.form === 'plain'
      ? (formatFieldReference(source) ?? source)
      : source;
  return `{{网址编码(${encodedSource})}}`;
};

/** Qualifiers of a key that the items have, in the order of the path. */
const listQualifiers = (key: string, items: readonly Gs1Item[]): Gs1Item[] => {
  const lists = PRIMARY_KEYS.get(key) ?? [];
  const list = lists.find((ais) => items.some(({ ai }) => ais.includes(ai))) ?? [];
  return list.flatMap((ai) => items.find((item) => item.ai === ai) ?? []);
};

/** `https://id.gs1.org/01/…/10/…?17=…`: key, its qualifiers, then the attributes. */
export const formatDigitalLink = (domain: string, items: readonly Gs1Item[]): LinkResult => {
  const trouble = checkDomain(domain);
  if (trouble) return { refused: trouble };
  const key = items.find(({ ai }) => PRIMARY_KEYS.has(ai));
  if (!key) return { refused: '要有一个主标识，例如 (01) 商品条码' };
  const qualifiers = listQualifiers(key.ai, items);
  const attributes = items.filter((item) => item !== key && !qualifiers.includes(item));
  const misplaced = attributes.find(({ ai }) => NO_ATTRIBUTES.has(ai));
  if (misplaced) return { refused: `网址里，(${misplaced.ai}) 不能跟在 (${key.ai}) 后面` };
  const path = [key, ...qualifiers].map((item) => `/${item.ai}/${formatLinkValue(item)}`).join('');
  const query = attributes.map((item) => `${item.ai}=${formatLinkValue(item)}`).join('&');
  return { link: `${domain.replace(/\/+$/, '')}${path}${query && `?${query}`}` };
};

const ENCODED = /^网址编码\((.*)\)$/s;
const BRACES = /\{\{([^{}]*)\}\}/g;

const unwrapEncoding = (source: string): string => {
  const inner = ENCODED.exec(source)?.[1];
  return inner === undefined ? source : inner.replace(/^\[(.*)\]$/s, '$1');
};

const decodeUriText = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** A private character stands for each placeholder while the address is split. */
const PLACE = '\u{E000}';

export type ParsedLink = { domain: string; items: Gs1Item[] };

/** Splits an address before its primary key; null when it has none. */
const splitAtPrimaryKey = (address: string): { domain: string; path: string[] } | null => {
  const segments = address.split('/');
  const start = segments.findIndex(
    (segment, i) => i > 2 && PRIMARY_KEYS.has(segment) && (segments.length - i) % 2 === 0,
  );
  if (start < 0 || !/^https?:$/i.test(segments[0] ?? '')) return null;
  return { domain: segments.slice(0, start).join('/'), path: segments.slice(start) };
};

/** Domain and items of a link that {@link formatDigitalLink} writes; null for any other content. */
export const parseDigitalLink = (
  content: string,
  fields: readonly TemplateField[],
): ParsedLink | null => {
  const sources = Array.from(content.matchAll(BRACES), (match) => (match[1] ?? '').trim());
  const [address = '', query = ''] = content.trim().replaceAll(BRACES, PLACE).split('?');
  const split = splitAtPrimaryKey(address);
  if (!split) return null;
  const { domain, path } = split;
  const pairs = [
    ...path.flatMap((ai, i) => (i % 2 === 0 ? [[ai, path[i + 1] ?? '']] : [])),
    ...query
      .split('&')
      .filter(Boolean)
      .map((pair) => pair.split('=')),
  ];
  const items: Gs1Item[] = [];
  for (const [ai = '', text = ''] of pairs) {
    const pieces = text.split(PLACE).flatMap((piece, i): (ContentPiece | null)[] => {
      const decoded = decodeUriText(piece);
      const literal =
        decoded === '' ? [] : [decoded === null ? null : { text: decoded, isSource: false }];
      return i === 0
        ? literal
        : [{ text: unwrapEncoding(sources.shift() ?? ''), isSource: true }, ...literal];
    });
    if (!listAiValueParts(ai) || pieces.includes(null)) return null;
    const value = readPieces(
      ai,
      pieces.filter((piece) => piece !== null),
      fields,
    );
    if (!value) return null;
    items.push({ ai, value });
  }
  return { domain, items };
};
