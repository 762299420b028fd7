/** Maximum size of all cached markup with its keys, UTF-16 code units. */
const MAX_CACHED_UNITS = 8_000_000;
/** Markup above this size is not cached, UTF-16 code units. */
const MAX_ENTRY_UNITS = 60_000;
/** Maximum number of elements that one page adds. */
const MAX_PENDING = 300;

/** Least recently used first. */
const cachedMarkup = new Map<string, string>();
let cachedUnits = 0;

/** Attribute that marks an element whose markup is cached after the render. Text cannot guess it. */
const MARK = `data-cached-${Math.random().toString(36).slice(2)}`;

/** Keys of the elements of a page that is being rendered, in the order of their marks. */
const pendingKeys = new WeakMap<object, string[]>();

const remove = (key: string): void => {
  const markup = cachedMarkup.get(key);
  if (markup === undefined) return;
  cachedMarkup.delete(key);
  cachedUnits -= key.length + markup.length;
};

/** A slice keeps the whole page in memory that it was cut from. */
export const copyFlat = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

const store = (key: string, markup: string): void => {
  if (markup.length > MAX_ENTRY_UNITS) return;
  remove(key);
  cachedMarkup.set(key, copyFlat(markup));
  cachedUnits += key.length + markup.length;
  for (const oldest of cachedMarkup.keys()) {
    if (cachedUnits <= MAX_CACHED_UNITS) break;
    remove(oldest);
  }
};

/** Inner markup of an element that was rendered before with this key. */
export const findMarkup = (key: string): string | undefined => {
  const markup = cachedMarkup.get(key);
  if (markup === undefined) return undefined;
  cachedMarkup.delete(key);
  cachedMarkup.set(key, markup);
  return markup;
};

/** Attributes of an element whose markup is to be cached with this key. `page`: its router. */
export const markElement = (page: object, key: string): Record<string, string> => {
  const keys = pendingKeys.get(page) ?? [];
  if (keys.length >= MAX_PENDING) return {};
  pendingKeys.set(page, keys);
  return { [MARK]: String(keys.push(key) - 1) };
};

/** Position of the end tag that belongs to an element whose content starts at `from`; -1: none. */
const findEndTag = (html: string, name: string, from: number): number => {
  const endTag = `</${name}>`;
  let depth = 1;
  for (let at = from; depth > 0;) {
    const end = html.indexOf(endTag, at);
    if (end < 0) return -1;
    for (let start = html.indexOf(`<${name}`, at); start >= 0 && start < end;) {
      const next = html[start + name.length + 1];
      if (next === ' ' || next === '>') depth += 1;
      start = html.indexOf(`<${name}`, start + 1);
    }
    depth -= 1;
    if (depth === 0) return end;
    at = end + endTag.length;
  }
  return -1;
};

const MARK_START = ` ${MARK}="`;

const removeMarks = (html: string): string => {
  const parts: string[] = [];
  let from = 0;
  for (let at = html.indexOf(MARK_START); at >= 0; at = html.indexOf(MARK_START, from)) {
    parts.push(html.slice(from, at));
    from = html.indexOf('"', at + MARK_START.length) + 1;
  }
  parts.push(html.slice(from));
  return parts.join('');
};

/** Inner markup of the element with this mark; '' when it was not rendered. */
const sliceElement = (html: string, mark: string): string => {
  const at = html.indexOf(mark);
  if (at < 0) return '';
  const [name = ''] = html.slice(html.lastIndexOf('<', at) + 1, at).split(' ', 1);
  const from = html.indexOf('>', at) + 1;
  const to = findEndTag(html, name, from);
  return to < 0 ? '' : html.slice(from, to);
};

/** Caches the marked elements of a rendered page, and returns the page without the marks. */
export const cacheMarkedElements = (page: object, html: string): string => {
  const keys = pendingKeys.get(page);
  if (!keys) return html;
  pendingKeys.delete(page);
  for (const [at, key] of keys.entries()) {
    const markup = sliceElement(html, `${MARK_START}${at}"`);
    if (markup !== '') store(key, removeMarks(markup));
  }
  return removeMarks(html);
};
