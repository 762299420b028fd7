import type { InputLimits } from '../limits/input.ts';

/**
 * Form encoding as defined in docs/promises.md: POST bodies are form-urlencoded, empty values are
 * dropped, nested objects are flattened as `key[sub]`. A field listed in `unencodedFields` travels
 * as one JSON text, so that blank texts and brackets in names are preserved.
 */
export const encodeUrlForm = (
  value: Record<string, unknown>,
  unencodedFields: readonly string[] = [],
): URLSearchParams => {
  const out = new URLSearchParams();
  const appendFormValue = (key: string, item: unknown): void => {
    if (item === undefined || item === null || item === '') return;
    if (typeof item === 'object') {
      for (const [sub, inner] of Object.entries(item)) appendFormValue(`${key}[${sub}]`, inner);
      return;
    }
    out.append(key, String(item));
  };
  for (const [key, item] of Object.entries(value)) {
    const isWhole = unencodedFields.includes(key) && typeof item === 'object' && item !== null;
    appendFormValue(key, isWhole ? JSON.stringify(item) : item);
  }
  return out;
};

/** Thrown when an input has more items or a deeper nesting than its call allows. */
export class InputLimitError extends Error {
  override readonly name = 'InputLimitError';
  readonly reason: 'items' | 'depth';

  constructor(reason: 'items' | 'depth') {
    super(`too many ${reason}`);
    this.reason = reason;
  }
}

type Node = { [key: string]: Node | string };

const hasArrayIndexKeys = (node: Node): boolean => {
  const keys = Object.keys(node);
  return keys.length > 0 && keys.every((key, i) => key === String(i));
};

const convertIndexedNodesToArrays = (node: Node | string): unknown => {
  if (typeof node === 'string') return node;
  if (hasArrayIndexKeys(node)) return Object.values(node).map(convertIndexedNodesToArrays);
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) => [key, convertIndexedNodesToArrays(inner)]),
  );
};

/** Names that must never become object keys of parsed input (prototype pollution). */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** `a[b][c]` → a, b, c. A name with unbalanced brackets is one key. @throws InputLimitError */
const parseFieldPath = (name: string, depth: number): string[] => {
  const first = name.indexOf('[');
  if (first < 0 || !name.endsWith(']')) return [name];
  const path = [name.slice(0, first)];
  for (let open = first; open < name.length;) {
    const close = name.indexOf(']', open);
    path.push(name.slice(open + 1, close));
    if (path.length > depth) throw new InputLimitError('depth');
    open = close + 1;
    if (open < name.length && name[open] !== '[') return [name];
  }
  return path;
};

/**
 * Builds the object that {@link encodeUrlForm} flattened, field by field. Later values win;
 * prototype names are ignored.
 */
export const createFormTree = (
  depth: number,
): { add: (name: string, value: string) => void; toObject: () => Record<string, unknown> } => {
  const root: Node = Object.create(null) as Node;
  return {
    add: (name, value) => {
      const path = parseFieldPath(name, depth);
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
    toObject: () =>
      Object.fromEntries(
        Object.entries(root).map(([key, inner]) => [key, convertIndexedNodesToArrays(inner)]),
      ),
  };
};

/** Upper bound of the number of fields, counted without parsing. */
const countFormFieldsAtMost = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count += 1;
  return count;
};

/**
 * Inverse of {@link encodeUrlForm} for fields that do not travel as JSON:
 * `a[b]=1` → `{ a: { b: '1' } }`. Keys 0,1,2… in order become an array. Linear time; fields are
 * counted before parsing.
 * @throws InputLimitError for more fields, or more brackets in a name, than the limits allow
 */
export const parseForm = (
  text: string,
  { items, depth }: Pick<InputLimits, 'items' | 'depth'>,
): Record<string, unknown> => {
  if (countFormFieldsAtMost(text) > items) throw new InputLimitError('items');
  const tree = createFormTree(depth);
  for (const [name, value] of new URLSearchParams(text)) tree.add(name, value);
  return tree.toObject();
};

/**
 * Result of {@link parseForm} applied to {@link encodeUrlForm}, without building the text. @throws
 * InputLimitError
 */
export const simulateFormRoundTrip = (
  value: Record<string, unknown>,
  { depth }: Pick<InputLimits, 'depth'>,
): Record<string, unknown> => {
  const tree = createFormTree(depth);
  for (const [name, text] of encodeUrlForm(value)) tree.add(name, text);
  return tree.toObject();
};
