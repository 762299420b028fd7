import { expect, it } from 'vitest';
import { findFileCycles } from './file-cycles.mjs';

const createFile = (path, ...targets) => ({
  path,
  text: targets.map((target) => `import type { A } from '${target}';\n`).join(''),
});

it('finds a cycle of types, and nothing in what only leads to it', () => {
  expect(
    findFileCycles([
      createFile('src/a.ts', './b.ts'),
      createFile('src/b.ts', './deep/c.ts'),
      createFile('src/deep/c.ts', '../b.ts', './d.ts'),
      createFile('src/deep/d.ts'),
    ]),
  ).toEqual(['src/b.ts → src/deep/c.ts → src/b.ts']);
});

it('finds none where imports only go down, and looks at no tests', () => {
  expect(
    findFileCycles([
      createFile('src/a.ts', './b.ts'),
      createFile('src/b.ts'),
      createFile('src/b.test.ts', './b.ts', './b.test.ts'),
    ]),
  ).toEqual([]);
});
