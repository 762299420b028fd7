import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FUNCTIONS } from './functions/functions.ts';

const document = readFileSync(new URL('../../../../docs/fields.md', import.meta.url), 'utf8');

it.each(FUNCTIONS.map((item) => [item.name, item] as const))(
  'the document for members has the line of %s',
  (_, { usage, english, says, example: [formula, shown] }) => {
    const line = `| \`${usage}\` | \`${english}\` | ${says} | \`${formula}\` | ${shown} |`;
    expect(document.split('\n')).toContain(line);
  },
);

it('has no function twice', () => {
  const names = FUNCTIONS.flatMap(({ name, english }) => [name, english]);
  expect(new Set(names).size).toBe(names.length);
});
