import { describe, expect, it } from 'vitest';
import { findFolderCycles } from './folder-circles.mjs';

const source = 'packages/services/src';
const listCircles = (files) =>
  findFolderCycles(
    source,
    Object.entries(files).map(([path, text]) => ({ path: `${source}/${path}`, text })),
  );

describe('circles between folders', () => {
  it('tells a circle with the imports that close it, and counts types', () => {
    const circles = listCircles({
      'forum/find.ts': "import type { A } from '../software/a.ts';\n",
      'software/a.ts': "export {\n  b,\n} from '../search/b.ts';\n",
      'search/b.ts': "const c = await import('../forum/find.ts');\n",
    });
    expect(circles).toEqual([
      expect.stringContaining(
        'forum → software → search → forum\n    packages/services/src/forum/',
      ),
    ]);
    expect(circles[0]).toContain(
      'packages/services/src/search/b.ts → packages/services/src/forum/find.ts',
    );
  });

  it('sees a circle through a file beside the folders', () => {
    const circles = listCircles({
      'context.ts': "import type { Store } from './files/store.ts';\n",
      'files/store.ts': "import type { Context } from '../context.ts';\n",
    });
    expect(circles).toHaveLength(1);
  });

  it('has nothing against one direction, own files, tests, and names of packages', () => {
    expect(
      listCircles({
        'forum/a.ts': "import { b } from './b.ts';\nimport { c } from '../search/c.ts';\n",
        'forum/b.ts': "import { a } from './a.ts';\n",
        'search/c.ts': "import { x } from '@yunbiao/db';\n",
        'search/c.test.ts': "import { a } from '../forum/a.ts';\n",
      }),
    ).toEqual([]);
  });
});
