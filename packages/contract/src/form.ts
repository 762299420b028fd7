import type { InputLimits } from './limits/input.ts';

/**
 * Form encoding as docs/promises.md fixes it: POST bodies are form-urlencoded, empty values dropped, nested objects
 * flattened as `key[sub]`. A field named in `whole` travels as one JSON text instead, so that nothing in it is lost:
 * blank texts, brackets in names.
 */
export const toForm = (
  value: Record<string, unknown>,
  whole: readonly string[] = [],
): URLSearchParams => {
  const out = new URLSearchParams();
  const add = (key: string, item: unknown): void => {
    if (item === undefined || item === null || item === '') return;
    if (typeof item === 'object') {
      for (const [sub, inner] of Object.entries(item)) add(`${key}[${sub}]`, inner);
      return;
    }
    out.append(key, String(item));
  };
  for (const [key, item] of Object.entries(value)) {
    const isWhole = whole.includes(key) && typeof item === 'object' && item !== null;
    add(key, isWhole ? JSON.stringify(item) : item);
  }
  return out;
};

/** An input with more in it than its call takes. */
export class InputRefused extends Error {
  readonly reason: 'items' | 'depth';

  constructor(reason: 'items' | 'depth') {
    super(`too many ${reason}`);
    this.name = 'InputRefused';
    this.reason = reason;
  }
}

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

/** `a[b][c]` → a, b, c; a name whose brackets do not close is one key as it stands. @throws InputRefused */
const getPath = (name: string, depth: number): string[] => {
  const first = name.indexOf('[');
  if (first < 0 || !name.endsWith(']')) return [name];
  const path = [name.slice(0, first)];
  for (let open = first; open < name.length;) {
    const close = name.indexOf(']', open);
    path.push(name.slice(open + 1, close));
    if (path.length > depth) throw new InputRefused('depth');
    open = close + 1;
    if (open < name.length && name[open] !== '[') return [name];
  }
  return path;
};

/** Builds what {@link toForm} took apart, field by field. Later values win; names of prototypes are ignored. */
export const formTree = (
  depth: number,
): { add: (name: string, value: string) => void; value: () => Record<string, unknown> } => {
  const root: Node = Object.create(null) as Node;
  return {
    add: (name, value) => {
      const path = getPath(name, depth);
      if (path.some((key) => FORBIDDEN.has(key))) return;
      let node = root;
      for (const key of path.slice(0, -1)) {
        const next = node[key];
        if (typeof next === 'object') node = next;
        else node = node[key] = Object.create(null) as Node;
      }
      const last = path.at(-1);
      if (last !== undefined) node[last] = value;
    },
    value: () =>
      Object.fromEntries(Object.entries(root).map(([key, inner]) => [key, settle(inner)])),
  };
};

/** Fields a form has at most, counted without reading any. */
const fieldsIn = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count += 1;
  return count;
};

/**
 * The inverse of {@link toForm} for everything that is not carried whole: `a[b]=1` → `{ a: { b: '1' } }`; keys 0,1,2… in
 * order become an array. In time linear to its length, and counted first.
 * @throws InputRefused when there are more fields, or brackets in a name, than `limits` allow
 */
export const fromForm = (
  text: string,
  { items, depth }: Pick<InputLimits, 'items' | 'depth'>,
): Record<string, unknown> => {
  if (fieldsIn(text) > items) throw new InputRefused('items');
  const tree = formTree(depth);
  for (const [name, value] of new URLSearchParams(text)) tree.add(name, value);
  return tree.value();
};

/** What {@link fromForm} makes of {@link toForm}, without the text in between. @throws InputRefused */
export const asForm = (
  value: Record<string, unknown>,
  { depth }: Pick<InputLimits, 'depth'>,
): Record<string, unknown> => {
  const tree = formTree(depth);
  for (const [name, text] of toForm(value)) tree.add(name, text);
  return tree.value();
};
