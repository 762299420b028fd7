import { buildOpenApiDocument } from '@yunbiao/contract';
import type { Entries } from './entries.ts';
import { describeJson } from './describe-schema.ts';

type Json = Readonly<Record<string, unknown>>;

const toJson = (value: unknown): Json => Object(value) as Json;

/** Entry for state, code and message, which are the same in every reply. */
const ENVELOPE = 'every reply';
const ENVELOPE_PARTS = ['state', 'code', 'msg', 'data'];

const TEMPLATE_PARTS = ['version', 'widthMm', 'heightMm', 'fields', 'elements'];

/** Name of a schema that is described once: a template, by far the longest part of inputs and outputs. */
const findSharedSchemaName = ({ properties }: Json): string | undefined =>
  TEMPLATE_PARTS.every((part) => part in toJson(properties)) ? 'template' : undefined;

const mergeEntries = (entries: Map<string, string>, addition: Entries): void => {
  for (const [name, value] of addition) {
    const before = entries.get(name);
    if (before !== undefined && before !== value) throw new Error(`${name} is said in two ways`);
    entries.set(name, value);
  }
};

const describeParameters = (name: string, operation: Json, components: Json): Entries => {
  const entries = new Map<string, string>();
  for (const entry of Object.values(toJson(operation['parameters'])).map(toJson)) {
    const shared =
      String(entry['$ref'] ?? '')
        .split('/')
        .at(-1) ?? '';
    const parameter = entry['$ref'] ? toJson(components[shared]) : entry;
    const path = `${name} ${String(parameter['in'])} ${String(parameter['name'])}`;
    const hostNote = parameter['x-required-on-shared-host'] === true ? ' (on a shared host)' : '';
    const described = describeJson(path, parameter['schema'], {
      isRequired: parameter['required'] === true,
    });
    mergeEntries(entries, described);
    if (hostNote) entries.set(path, `${described.get(path) ?? ''}${hostNote}`);
  }
  return entries;
};

/** A body may have several media types; the fields of a form and of JSON are the same. */
const describeContent = (path: string, content: Json): Entries => {
  const entries = new Map<string, string>();
  for (const [type, media] of Object.entries(content)) {
    entries.set(`${path} ${type}`, '');
    const schema = toJson(toJson(media)['schema']);
    const properties = toJson(schema['properties']);
    if (!ENVELOPE_PARTS.every((part) => part in properties)) {
      if (schema['type'] === 'object')
        mergeEntries(entries, describeJson(path, schema, { findShared: findSharedSchemaName }));
      continue;
    }
    const { data, ...rest } = properties;
    const envelope = { ...schema, properties: rest };
    mergeEntries(entries, describeJson(ENVELOPE, envelope));
    mergeEntries(entries, describeJson(`${path} data`, data, { findShared: findSharedSchemaName }));
  }
  return entries;
};

const describeOperation = (name: string, operation: Json, components: Json): Entries => {
  const entries = new Map([
    [name, `${String(operation['x-audience'])} ${String(operation['operationId'])}`],
  ]);
  mergeEntries(entries, describeParameters(name, operation, components));
  const body = toJson(toJson(operation['requestBody'])['content']);
  mergeEntries(entries, describeContent(`${name} body`, body));
  for (const [status, response] of Object.entries(toJson(operation['responses'])))
    mergeEntries(
      entries,
      describeContent(`${name} ${status}`, toJson(toJson(response)['content'])),
    );
  return entries;
};

/** Entries of `/np/openapi.json`: calls, the location and type of their inputs, and their outputs. */
export const collectApi = (): Entries => {
  const document = buildOpenApiDocument('https://labels.example.com');
  const entries = new Map<string, string>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      mergeEntries(
        entries,
        describeOperation(
          `${method.toUpperCase()} ${path}`,
          toJson(operation),
          document.components.parameters,
        ),
      );
  for (const [name, scheme] of Object.entries(document.components.securitySchemes)) {
    const { type, in: place, scheme: kind, name: header } = toJson(scheme);
    const parts = [type, place, kind, header].filter((part) => typeof part === 'string');
    entries.set(`security ${name}`, parts.join(' '));
  }
  return entries;
};
