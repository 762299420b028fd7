import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../lib/runtime.mjs';
import { planNew } from '../new.mjs';
import { listOptionalSteps } from './recipe.mjs';

const GUIDE = `
**Call** (\`list\`)
- a folder: a file; ★ new area: its file; ★ for keys: another (★ kinds)
- a file
- another (★ kinds)

**Page**
- ★ a feature: the list
`;

it('finds the whole lines that a recipe adds if it applies, and none of the next one', () => {
  expect(listOptionalSteps(GUIDE, 'Call')).toEqual([
    'a folder: a file; ★ new area: its file; ★ for keys: another (★ kinds)',
  ]);
  expect(listOptionalSteps(GUIDE, 'Page')).toEqual(['★ a feature: the list']);
  expect(listOptionalSteps(GUIDE, 'Table')).toEqual([]);
});

it.each([
  ['call notice/sampleList', 'Call'],
  ['page user/samplePage', 'Page'],
  ['table sample_row', 'Table'],
  ['language samplang', 'Printer language'],
  ['symbology sample-code', 'Symbology'],
])('npm run new -- %s prints them', (line, heading) => {
  const { conditions } = planNew(root, line.split(' '));
  expect(conditions).not.toEqual([]);
  expect(conditions).toEqual(
    listOptionalSteps(readFileSync(join(root, 'AGENTS.md'), 'utf8'), heading),
  );
});
