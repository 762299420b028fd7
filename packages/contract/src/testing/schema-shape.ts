import { z } from '../core/zod.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Keywords that appear as parts of the shape, or that do not matter here. */
const STRUCTURE = new Set(
  '$schema properties required items anyOf oneOf allOf enum const default additionalProperties'.split(
    ' ',
  ),
);

/** The kinds of an object according to its `type`; [] for any other value. */
const listKinds = ({ properties }: Json): string[] => {
  const type = isJson(properties) ? properties['type'] : undefined;
  if (!isJson(type)) return [];
  return [...toList(type['enum']), type['const']].filter((item) => typeof item === 'string');
};

const dropType = (option: Json): Json => {
  const { type: _, ...properties } = option['properties'] as Json;
  return { ...option, properties };
};

const listOptionLines = (option: unknown, path: string): string[] => {
  if (!isJson(option)) return [];
  const kinds = listKinds(option);
  if (kinds.length === 0) return listLines(option, path);
  return kinds.flatMap((kind) => listLines(dropType(option), `${path}.${kind}`));
};

function listLines(schema: Json, path: string): string[] {
  const said = Object.entries(schema)
    .filter(([key]) => !STRUCTURE.has(key))
    .map(([key, value]) => `${path} ${key} ${JSON.stringify(value)}`);
  const values = [...toList(schema['enum']), ...('const' in schema ? [schema['const']] : [])];
  const required = toList(schema['required']).filter((name) => name !== 'type');
  const { properties = {}, items } = schema;
  return [
    ...said,
    ...values.map((value) => `${path} = ${JSON.stringify(value)}`),
    ...required.map((name) => `${path}.${String(name)} is required`),
    ...Object.entries(properties as Json).flatMap(([name, inner]) =>
      listOptionLines(inner, `${path}.${name}`),
    ),
    ...listOptionLines(items, `${path}[]`),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      toList(schema[key]).flatMap((option) => listOptionLines(option, path)),
    ),
  ];
}

/**
 * Everything a schema accepts, one line each, sorted: parts, kinds, choices, bounds. A program
 * rejects or drops what is not among its lines.
 */
export const listShape = (name: string, schema: z.ZodType): string[] => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return [...new Set(listOptionLines(json, name))].toSorted();
};

/** Printers announce their languages in the hello. */
const ANNOUNCED_OTHERWISE = 'setup.language =';

/**
 * Lines that a shape has gained (`+`) or lost (`-`) since the stored version and that no addition
 * contains: an old client would reject such a template or print it incompletely. `additions`: such
 * lines, from what clients announce.
 */
export const listUnannounced = (
  kept: readonly string[],
  additions: readonly string[],
  now: readonly string[],
): string[] => {
  const known = new Set(kept);
  for (const line of additions) {
    const [sign, rest] = [line.slice(0, 2), line.slice(2)];
    if (sign === '- ') known.delete(rest);
    else known.add(rest);
  }
  const shape = new Set(now);
  return [
    ...now.filter((line) => !known.has(line)).map((line) => `+ ${line}`),
    ...[...known].filter((line) => !shape.has(line)).map((line) => `- ${line}`),
  ].filter((line) => !line.slice(2).startsWith(ANNOUNCED_OTHERWISE));
};
