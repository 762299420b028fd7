import type { z } from 'zod';
import { describeTemplatePath, findTemplatePart } from '../printing/template-labels.ts';

/** An issue that a validator reports. */
export type Issue = z.core.$ZodIssue;

/** Limits of reported keys and fields; the rest would repeat the same message. */
const MAX_KEYS = 5;
const MAX_FIELDS = 100;

const isTransformSchema = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'transform';

/** Unwraps one level: an optional schema, or a preprocess or transform pipe. */
const unwrapSchema = (schema: unknown): unknown => {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if ('unwrap' in schema && typeof schema.unwrap === 'function') return schema.unwrap();
  if (!('in' in schema) || !('out' in schema)) return undefined;
  return isTransformSchema(schema.out) ? schema.in : schema.out;
};

/** Title of the schema, or of the schema it wraps when it is optional or has a default. */
const getSchemaTitle = (schema: unknown): string | undefined => {
  for (let node = schema; node; node = unwrapSchema(node)) {
    const title = (node as z.ZodType).meta()?.title;
    if (typeof title === 'string') return title;
  }
  return undefined;
};

const findFieldTitle = (schema: z.ZodType, path: PropertyKey[]): string => {
  let node: unknown = schema;
  let title = '';
  for (const key of path) {
    for (let inner = unwrapSchema(node); inner; inner = unwrapSchema(node)) node = inner;
    // List items have no title of their own.
    if (typeof key === 'number') continue;
    const shape = (node as { shape?: Record<string, z.ZodType> }).shape;
    const next = shape?.[String(key)];
    if (!next) break;
    title = getSchemaTitle(next) ?? title;
    node = next;
  }
  return title || String(path.findLast((key) => typeof key === 'string') ?? '输入');
};

const getInputValueAtPath = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null
        ? (node as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );

/** Whether an issue means that a required choice is missing: forms and JSON omit it. */
const isRequiredChoiceMissing = ({ code, path }: Issue, value: unknown): boolean =>
  (code === 'invalid_value' || code === 'invalid_union') &&
  value !== undefined &&
  [undefined, null, ''].includes(getInputValueAtPath(value, path) as undefined);

const describeIssue = (issue: Issue, title: string): string => {
  switch (issue.code) {
    case 'invalid_type':
      // An issue does not carry its input; the validator's message tells whether it was missing.
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

/** Returns the title of a field, or its place in a template. */
const getFieldTitleOrTemplatePlace = (
  schema: z.ZodType,
  path: PropertyKey[],
  value: unknown,
): string => describeTemplatePath(path, value) ?? findFieldTitle(schema, path);

/** Messages of this code base are Chinese; the validator's own are not. */
const isChineseMessage = (message: string): boolean => /\p{Script=Han}/u.test(message);

/** Prefixes the element's name, unless the message already names an element. */
const prefixElementName = ({ path, message }: Issue, value: unknown): string => {
  const part = findTemplatePart(path, value);
  return part === null || message.startsWith('元素') ? message : `${part.name}：${message}`;
};

const formatIssueMessage = (schema: z.ZodType, issue: Issue, value: unknown): string => {
  // The message may already ask for the choice.
  if (isRequiredChoiceMissing(issue, value) && !issue.message.startsWith('请'))
    return `请选择${getFieldTitleOrTemplatePlace(schema, issue.path, value)}`;
  return isChineseMessage(issue.message)
    ? prefixElementName(issue, value)
    : describeIssue(issue, getFieldTitleOrTemplatePlace(schema, issue.path, value));
};

/**
 * Returns field → Chinese message that names the field; the first issue of a field wins. With the
 * validated value, messages about a template name the element.
 */
export const collectFieldMessages = (
  schema: z.ZodType,
  error: { readonly issues: readonly Issue[] },
  value?: unknown,
): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, MAX_FIELDS)) {
    const field = issue.path.map(String).join('.') || '_';
    fields[field] ??= formatIssueMessage(schema, issue, value);
  }
  return fields;
};
