import { expect, it } from 'vitest';
import { findFileCycles } from './file-cycles.mjs';

const file = (path, ...targets) => ({
  path,
  text: targets.map((target) => `import type { A } from '${target}';\n`).join(''),
});

it('finds a cycle of types, and nothing in what only leads to it', () => {
  expect(
    findFileCycles([
      file('src/a.ts', './b.ts'),
      file('src/b.ts', './deep/c.ts'),
      file('src/deep/c.ts', '../b.ts', './d.ts'),
      file('src/deep/d.ts'),
    ]),
  ).toEqual(['src/b.ts → src/deep/c.ts → src/b.ts']);
});

it('finds none where imports only go down, and looks at no tests', () => {
  expect(
    findFileCycles([
      file('src/a.ts', './b.ts'),
      file('src/b.ts'),
      file('src/b.test.ts', './b.ts', './b.test.ts'),
    ]),
  ).toEqual([]);
});
