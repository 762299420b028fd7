import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HEAP_FLAGS } from './self.ts';

it('is given as small a heap by its command as in the program and in the background', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
  const heapFlags = scripts['agent']?.split(' ').filter((item) => /^--max-.*space-size/.test(item));
  expect(heapFlags).toEqual(HEAP_FLAGS);
});
