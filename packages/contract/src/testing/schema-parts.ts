import { z } from '../core/zod.ts';

type Kept = Readonly<Record<string, unknown>>;

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All objects of a value: itself and those inside it. */
export function listObjects(value: unknown): Kept[] {
  if (Array.isArray(value)) return value.flatMap(listObjects);
  return isKept(value) ? [value, ...Object.values(value).flatMap(listObjects)] : [];
}

/** A copy without the part, at any depth. */
export function removePart(value: unknown, part: string): unknown {
  if (Array.isArray(value)) return value.map((item) => removePart(item, part));
  if (!isKept(value)) return value;
  const rest = Object.entries(value).filter(([name]) => name !== part);
  return Object.fromEntries(rest.map(([name, inner]) => [name, removePart(inner, part)]));
}

/**
 * Parts of a schema that none of the values has, at any depth, and kinds of which there is no
 * value. Parts that all kinds of a union share are needed once. The other parts of a kind may be
 * anywhere in `all`, in an element or in a cell.
 */
export function listMissingParts(
  schema: unknown,
  values: readonly unknown[],
  all: readonly Kept[],
): string[] {
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodOptional)
    return listMissingParts(schema.unwrap(), values, all);
  if (schema instanceof z.ZodPipe) return listMissingParts(schema.out, values, all);
  if (schema instanceof z.ZodArray)
    return listMissingParts(
      schema.element,
      values.flatMap((value) => (Array.isArray(value) ? value : [])),
      all,
    );
  if (schema instanceof z.ZodObject)
    return listMissing(schema.shape, values.filter(isKept), Object.keys(schema.shape), all);
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return [];
  const kinds = schema.options.filter((option) => option instanceof z.ZodObject);
  const [first, ...others] = kinds.map(({ shape }) => Object.keys(shape));
  const common = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  return [
    ...listMissing(kinds[0]?.shape ?? {}, values.filter(isKept), common, all),
    ...kinds.flatMap(({ shape }) => listMissingOfKind(shape, common, all)),
  ];
}

type Shape = Readonly<Record<string, unknown>>;

function listMissingOfKind(
  shape: Shape,
  common: readonly string[],
  all: readonly Kept[],
): string[] {
  const { type } = shape;
  const types = type instanceof z.ZodLiteral || type instanceof z.ZodEnum ? type : undefined;
  const names = [...(types?._zod.values ?? [])].map(String);
  const own = all.filter((item) => names.includes(String(item['type'])));
  const absent = names.filter((name) => !own.some((item) => item['type'] === name));
  const parts = Object.keys(shape).filter((name) => !common.includes(name));
  return [
    ...absent,
    ...listMissing(shape, own, parts, all).map((part) => `${names.join()}.${part}`),
  ];
}

const listMissing = (
  shape: Shape,
  values: readonly Kept[],
  parts: readonly string[],
  all: readonly Kept[],
): string[] =>
  parts.flatMap((part) => {
    const partValues = values.filter((value) => part in value).map((value) => value[part]);
    return partValues.length === 0
      ? [part]
      : listMissingParts(shape[part], partValues, all).map((inner) => `${part}.${inner}`);
  });
