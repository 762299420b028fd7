import type { z } from 'zod';
import { templateField, templatePart } from './template-words.ts';

/** What a validator found wrong. */
export type Issue = z.core.$ZodIssue;

/** Of what is too much, and of fields: the rest would say the same. */
const MAX_KEYS = 5;
const MAX_FIELDS = 100;

const isTransform = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'transform';

/** What an optional schema wraps; what stands behind a preparation of the input, or before what is made of it. */
const getInner = (schema: unknown): unknown => {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if ('unwrap' in schema && typeof schema.unwrap === 'function') return schema.unwrap();
  if (!('in' in schema) || !('out' in schema)) return undefined;
  return isTransform(schema.out) ? schema.in : schema.out;
};

/** Its own name, else, when it is optional or has a default, that of what is inside. */
const getTitle = (schema: unknown): string | undefined => {
  for (let node = schema; node; node = getInner(node)) {
    const title = (node as z.ZodType).meta()?.title;
    if (typeof title === 'string') return title;
  }
  return undefined;
};

const titleAt = (schema: z.ZodType, path: PropertyKey[]): string => {
  let node: unknown = schema;
  let title = '';
  for (const key of path) {
    for (let inner = getInner(node); inner; inner = getInner(node)) node = inner;
    // An item of a list has no name of its own.
    if (typeof key === 'number') continue;
    const shape = (node as { shape?: Record<string, z.ZodType> }).shape;
    const next = shape?.[String(key)];
    if (!next) break;
    title = getTitle(next) ?? title;
    node = next;
  }
  return title || String(path.findLast((key) => typeof key === 'string') ?? '输入');
};

const getValueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null
        ? (node as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );

/** One of several words or numbers was to be chosen, and none was: no form or JSON carries anything for it. */
const isUnchosen = ({ code, path }: Issue, value: unknown): boolean =>
  (code === 'invalid_value' || code === 'invalid_union') &&
  value !== undefined &&
  [undefined, null, ''].includes(getValueAt(value, path) as undefined);

const words = (issue: Issue, title: string): string => {
  switch (issue.code) {
    case 'invalid_type':
      // An issue does not carry its input; the validator's own sentence says whether there was any.
      return /received (?:undefined|null)$/.test(issue.message)
        ? `请填写${title}`
        : `${title}格式不对`;
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? `请填写${title}` : `${title}至少 ${issue.minimum} 个字`;
      return issue.origin === 'array'
        ? `${title}至少 ${issue.minimum} 项`
        : `${title}不能小于 ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `${title}最多 ${issue.maximum} 个字`;
      return issue.origin === 'array'
        ? `${title}最多 ${issue.maximum} 项`
        : `${title}不能大于 ${issue.maximum}`;
    case 'unrecognized_keys':
      return `${title}里不能有 ${issue.keys.slice(0, MAX_KEYS).join('、')}`;
    default:
      return `${title}不对`;
  }
};

/** The title of a field, and where in a template it stands. */
const named = (schema: z.ZodType, path: PropertyKey[], value: unknown): string =>
  templateField(path, value) ?? titleAt(schema, path);

/** Messages this code base wrote itself are Chinese; the validator's own are not. */
const isOurs = (message: string): boolean => /\p{Script=Han}/u.test(message);

/** A sentence of our own may name the element itself. */
const atElement = ({ path, message }: Issue, value: unknown): string => {
  const part = templatePart(path, value);
  return part === null || message.startsWith('元素') ? message : `${part.name}：${message}`;
};

const writeMessage = (schema: z.ZodType, issue: Issue, value: unknown): string => {
  // It may ask in words of its own already.
  if (isUnchosen(issue, value) && !issue.message.startsWith('请'))
    return `请选择${named(schema, issue.path, value)}`;
  return isOurs(issue.message)
    ? atElement(issue, value)
    : words(issue, named(schema, issue.path, value));
};

/**
 * Field → message in Chinese, naming the field; the first issue of a field wins. With the value that was looked at, what
 * is wrong in a template names its element.
 */
export const fieldMessages = (
  schema: z.ZodType,
  error: { readonly issues: readonly Issue[] },
  value?: unknown,
): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, MAX_FIELDS)) {
    const field = issue.path.map(String).join('.') || '_';
    fields[field] ??= writeMessage(schema, issue, value);
  }
  return fields;
};
