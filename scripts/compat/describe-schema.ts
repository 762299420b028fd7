import { z } from '@yunbiao/contract/core/zod';

type Json = Readonly<Record<string, unknown>>;
type Io = 'input' | 'output';
/** `findShared`: name of a schema that is described once, separately; undefined for others. */
type Scope = {
  add: (name: string, value: string) => void;
  findShared: (schema: Json) => string | undefined;
};

const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Keywords that restrict a value. Descriptions and examples restrict nothing. */
const BOUNDS = [
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
];

const listOptions = (schema: Json): Json[] =>
  [...toArray(schema['anyOf']), ...toArray(schema['oneOf'])].filter(isJsonObject);

const listValues = (schema: Json): unknown[] => [
  ...toArray(schema['enum']),
  ...('const' in schema ? [schema['const']] : []),
];

const listTypes = (schema: Json): string[] => {
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  const inner = listOptions(schema).flatMap(listTypes);
  return [...types, ...inner];
};

const formatBounds = (schema: Json): string =>
  BOUNDS.filter((key) => key in schema)
    .map((key) => `${key}=${String(schema[key])}`)
    .join(' ');

/** Type and bounds of a value, without its parts. */
const formatKind = (schema: Json): string => {
  const types = [...new Set(listTypes(schema))].toSorted().join('|') || 'any';
  const bounds = [schema, ...listOptions(schema)].map(formatBounds).filter(Boolean);
  const isClosed = schema['additionalProperties'] === false && isJsonObject(schema['properties']);
  return [types, ...new Set(bounds), ...(isClosed ? ['closed'] : [])].join(' ');
};

/** Property that distinguishes the options of a union; undefined without one. */
const findDiscriminator = (options: readonly Json[]): string | undefined => {
  const [first, ...otherOptions] = options.map(({ properties }) =>
    isJsonObject(properties) ? properties : {},
  );
  return Object.keys(first ?? {}).find((key) =>
    [first, ...otherOptions].every((properties) => {
      const property = properties?.[key];
      return (
        isJsonObject(property) && listValues(property).some((value) => typeof value === 'string')
      );
    }),
  );
};

const describeOptions = (options: readonly Json[], path: string, scope: Scope): void => {
  const objects = options.filter(({ properties }) => isJsonObject(properties));
  const key = objects.length > 1 ? findDiscriminator(objects) : undefined;
  for (const option of options) {
    const { properties } = option;
    const discriminator = key && isJsonObject(properties) ? properties[key] : undefined;
    const kinds = isJsonObject(discriminator) ? listValues(discriminator) : [];
    if (kinds.length === 0) describeParts(option, path, scope);
    for (const kind of kinds) {
      scope.add(`${path}<${String(kind)}>`, '');
      // The discriminator's value is part of the entry's name.
      describeParts(option, `${path}<${String(kind)}>`, scope, key);
    }
  }
};

function describeParts(schema: Json, path: string, scope: Scope, discriminator?: string): void {
  for (const value of listValues(schema)) scope.add(`${path} = ${JSON.stringify(value)}`, '');
  const required = new Set(toArray(schema['required']));
  const { properties, items, additionalProperties: otherProperties } = schema;
  for (const [name, inner] of Object.entries(isJsonObject(properties) ? properties : {}))
    if (name !== discriminator) describeValue(inner, `${path}.${name}`, scope, required.has(name));
  if (isJsonObject(items)) describeValue(items, `${path}[]`, scope);
  toArray(schema['prefixItems']).forEach((schemaItem, at) =>
    describeValue(schemaItem, `${path}[${at}]`, scope),
  );
  if (isJsonObject(otherProperties)) describeValue(otherProperties, `${path}{}`, scope);
  describeOptions(listOptions(schema), path, scope);
  for (const part of toArray(schema['allOf']).filter(isJsonObject))
    describeParts(part, path, scope);
}

function describeValue(value: unknown, path: string, scope: Scope, isRequired?: boolean): void {
  const schema = isJsonObject(value) ? value : {};
  const shared = scope.findShared(schema);
  const presence = isRequired === undefined ? '' : isRequired ? 'required ' : 'optional ';
  scope.add(path, `${presence}${shared ?? formatKind(schema)}`);
  describeParts(schema, shared ?? path, scope);
}

type DescribeOptions = { isRequired?: boolean; findShared?: Scope['findShared'] };

/**
 * Entries of a JSON schema: each field with its type, whether it is required, and its bounds. Each value of an
 * enumeration is an entry. The descriptions of a field that several options have are joined.
 */
export const describeJson = (
  name: string,
  schema: unknown,
  { isRequired, findShared = () => undefined }: DescribeOptions = {},
): Map<string, string> => {
  const valuesByKey = new Map<string, Set<string>>();
  const addValue: Scope['add'] = (entry, value) =>
    void valuesByKey.set(entry, (valuesByKey.get(entry) ?? new Set<string>()).add(value));
  describeValue(schema, name, { add: addValue, findShared }, isRequired);
  return new Map(
    [...valuesByKey].map(([entry, values]) => [entry, [...values].toSorted().join(' or ').trim()]),
  );
};

/** Same as {@link describeJson} for a Zod schema: its input, or its output. */
export const describeSchema = (name: string, schema: z.ZodType, io: Io = 'input') =>
  describeJson(name, z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }));
