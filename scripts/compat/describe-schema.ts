import { z } from '@yunbiao/contract/core/zod';

type Json = Readonly<Record<string, unknown>>;
type Io = 'input' | 'output';
/** `findShared`: what a schema is called that is described once, by itself. */
type Scope = {
  add: (name: string, value: string) => void;
  findShared: (schema: Json) => string | undefined;
};

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Bounds and forms of a value; descriptions and examples bind nobody. */
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
  [...list(schema['anyOf']), ...list(schema['oneOf'])].filter(isJson);

const listValues = (schema: Json): unknown[] => [
  ...list(schema['enum']),
  ...('const' in schema ? [schema['const']] : []),
];

const listTypes = (schema: Json): string[] => {
  const own = [schema['type']].flat().filter((one) => typeof one === 'string');
  const inner = listOptions(schema).flatMap(listTypes);
  return [...own, ...inner];
};

const writeBounds = (schema: Json): string =>
  BOUNDS.filter((key) => key in schema)
    .map((key) => `${key}=${String(schema[key])}`)
    .join(' ');

/** What a value is, without its parts. */
const writeKind = (schema: Json): string => {
  const types = [...new Set(listTypes(schema))].toSorted().join('|') || 'any';
  const bounds = [schema, ...listOptions(schema)].map(writeBounds).filter(Boolean);
  const isClosed = schema['additionalProperties'] === false && isJson(schema['properties']);
  return [types, ...new Set(bounds), ...(isClosed ? ['closed'] : [])].join(' ');
};

/** By which property the options of a union are told apart; undefined where there is none. */
const findDiscriminator = (options: readonly Json[]): string | undefined => {
  const [first, ...others] = options.map(({ properties }) =>
    isJson(properties) ? properties : {},
  );
  return Object.keys(first ?? {}).find((key) =>
    [first, ...others].every((properties) => {
      const property = properties?.[key];
      return isJson(property) && listValues(property).some((value) => typeof value === 'string');
    }),
  );
};

const describeOptions = (options: readonly Json[], path: string, scope: Scope): void => {
  const objects = options.filter(({ properties }) => isJson(properties));
  const key = objects.length > 1 ? findDiscriminator(objects) : undefined;
  for (const option of options) {
    const { properties } = option;
    const discriminator = key && isJson(properties) ? properties[key] : undefined;
    const kinds = isJson(discriminator) ? listValues(discriminator) : [];
    if (kinds.length === 0) describeParts(option, path, scope);
    for (const kind of kinds) {
      scope.add(`${path}<${String(kind)}>`, '');
      // Its kind stands in its name.
      describeParts(option, `${path}<${String(kind)}>`, scope, key);
    }
  }
};

function describeParts(schema: Json, path: string, scope: Scope, discriminator?: string): void {
  for (const value of listValues(schema)) scope.add(`${path} = ${JSON.stringify(value)}`, '');
  const required = new Set(list(schema['required']));
  const { properties, items, additionalProperties: others } = schema;
  for (const [name, inner] of Object.entries(isJson(properties) ? properties : {}))
    if (name !== discriminator) describe(inner, `${path}.${name}`, scope, required.has(name));
  if (isJson(items)) describe(items, `${path}[]`, scope);
  list(schema['prefixItems']).forEach((one, at) => describe(one, `${path}[${at}]`, scope));
  if (isJson(others)) describe(others, `${path}{}`, scope);
  describeOptions(listOptions(schema), path, scope);
  for (const part of list(schema['allOf']).filter(isJson)) describeParts(part, path, scope);
}

function describe(value: unknown, path: string, scope: Scope, isRequired?: boolean): void {
  const schema = isJson(value) ? value : {};
  const shared = scope.findShared(schema);
  const presence = isRequired === undefined ? '' : isRequired ? 'required ' : 'optional ';
  scope.add(path, `${presence}${shared ?? writeKind(schema)}`);
  describeParts(schema, shared ?? path, scope);
}

type DescribeOptions = { isRequired?: boolean; findShared?: Scope['findShared'] };

/**
 * Everything a JSON schema says of a value, an entry each: fields with their type, whether they must be there, bounds;
 * a value to choose from is an entry of its own. What a field is in several options is joined.
 */
export const describeJson = (
  name: string,
  schema: unknown,
  { isRequired, findShared = () => undefined }: DescribeOptions = {},
): Map<string, string> => {
  const found = new Map<string, Set<string>>();
  const add: Scope['add'] = (entry, value) =>
    void found.set(entry, (found.get(entry) ?? new Set<string>()).add(value));
  describe(schema, name, { add, findShared }, isRequired);
  return new Map(
    [...found].map(([entry, values]) => [entry, [...values].toSorted().join(' or ').trim()]),
  );
};

/** The same of a schema of Zod: what it takes, or what it gives. */
export const describeSchema = (name: string, schema: z.ZodType, io: Io = 'input') =>
  describeJson(name, z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }));
