import type { Entries } from './entries.ts';
import { readSource } from './sources.ts';

const RECORDS = 'apps/agent/src/ledger/record.ts';

/** An object type with one field per line, as the types of ledger records are written. */
const TYPE = /^(?:export )?type (\w+) = \{([^}]*(?:\{[^}]*\}[^}]*)*?)\}(?: & (\w+))?;$/gm;

const FIELD = /^\s*(\w+\??): (.+)$/;

const listFields = (body: string): [string, string][] =>
  body
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    // Fields end with a semicolon; one inside braces does not.
    .split(/;(?![^{]*\})/)
    .flatMap((line) => {
      const [, field = '', type = ''] = FIELD.exec(line.trim()) ?? [];
      return field ? [[field, type.replaceAll(/\s+/g, ' ')]] : [];
    });

/**
 * Records of the print client's ledger: kinds, fields, and whether they are optional. No schema exists, so they are
 * read from the source text of the types. A report inside a record is one of the gateway.
 */
export const collectLedger = (): Entries => {
  const source = readSource(RECORDS);
  const types = new Map<string, { fields: [string, string][]; joined: string | undefined }>();
  for (const [, name = '', body = '', joinedType] of source.matchAll(TYPE))
    types.set(name, { fields: listFields(body), joined: joinedType });
  const union = /export type LedgerRecord =([^;]+);/.exec(source)?.[1] ?? '';
  const names = union.match(/\w+/g) ?? [];
  const entries = new Map<string, string>();
  for (const name of names) {
    const { fields = [], joined = '' } = types.get(name) ?? {};
    const allFields = [...fields, ...(types.get(joined)?.fields ?? [])];
    const kind = allFields.find(([field]) => field === 'kind')?.[1].replaceAll("'", '');
    if (!kind) throw new Error(`${RECORDS}: the type ${name} has no kind`);
    for (const [field, type] of allFields)
      if (field !== 'kind') entries.set(`${kind}.${field}`, type);
  }
  if (entries.size === 0) throw new Error(`${RECORDS} names no records`);
  const [line = ''] = /`\$\{crc32\(json\)[^`]*`/.exec(source) ?? [];
  entries.set('line', line.replaceAll(String.raw`\n`, ' LF'));
  return entries;
};
