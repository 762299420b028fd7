import { expect, it } from 'vitest';
import { findPlaceholders, PLACEHOLDER } from './placeholders.mjs';

const left = { path: 'packages/db/src/schema/a.ts', text: `one\n  /** ${PLACEHOLDER}：two */\n` };

it('finds what nobody has written yet, with its line', () => {
  expect(findPlaceholders([left, { path: 'docs/a.md', text: 'one' }])).toEqual([
    `packages/db/src/schema/a.ts:2 还没有写：/** ${PLACEHOLDER}：two */`,
  ]);
});

it('lets those who write it and those who explain it name it', () => {
  for (const path of ['scripts/new/call.mjs', 'AGENTS.md', 'scripts/AGENTS.md'])
    expect(findPlaceholders([{ ...left, path }])).toEqual([]);
});
