/**
 * Form encoding as the specification asks: POST bodies are form-urlencoded, empty values dropped, nested objects
 * flattened as `key[sub]`.
 */
export const toForm = (value: Record<string, unknown>): URLSearchParams => {
  const out = new URLSearchParams();
  const add = (key: string, item: unknown): void => {
    if (item === undefined || item === null || item === '') return;
    if (typeof item === 'object') {
      for (const [sub, inner] of Object.entries(item)) add(`${key}[${sub}]`, inner);
      return;
    }
    out.append(key, String(item));
  };
  for (const [key, item] of Object.entries(value)) add(key, item);
  return out;
};

type Node = { [key: string]: Node | string };

const isIndexed = (node: Node): boolean => {
  const keys = Object.keys(node);
  return keys.length > 0 && keys.every((key, i) => key === String(i));
};

const settle = (node: Node | string): unknown => {
  if (typeof node === 'string') return node;
  if (isIndexed(node)) return Object.values(node).map(settle);
  return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, settle(inner)]));
};

/** Names that must never become object keys on the way in. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_DEPTH = 6;

/**
 * The inverse of {@link toForm}: `a[b]=1` → `{ a: { b: '1' } }`; keys 0,1,2… in order become an array.
 * Later values win; keys deeper than six levels or naming a prototype are ignored.
 */
export const fromForm = (form: URLSearchParams): Record<string, unknown> => {
  const root: Node = Object.create(null) as Node;
  for (const [name, value] of form) {
    const bracket = name.indexOf('[');
    const path =
      bracket < 0
        ? [name]
        : [
            name.slice(0, bracket),
            ...Array.from(name.slice(bracket).matchAll(/\[([^\]]*)\]/g), (m) => m[1] ?? ''),
          ];
    if (path.length > MAX_DEPTH || path.some((key) => FORBIDDEN.has(key))) continue;
    let node = root;
    for (const key of path.slice(0, -1)) {
      const next = node[key];
      if (typeof next === 'object') node = next;
      else node = node[key] = Object.create(null) as Node;
    }
    const last = path.at(-1);
    if (last !== undefined) node[last] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([key, inner]) => [key, settle(inner)]));
};
