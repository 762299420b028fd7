import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interleave, MOSTLY_WAITING_FILES } from './longest-first.ts';

const root = join(import.meta.dirname, '../..');

describe('the order of test files', () => {
  it('lets files that wait and files that work begin by turns, each kind in its order', () => {
    expect(interleave(['a', 'b'], ['1', '2', '3'])).toEqual(['a', '1', 'b', '2', '3']);
    expect(interleave(['a', 'b', 'c'], ['1'])).toEqual(['a', '1', 'b', 'c']);
    expect(interleave([], ['1', '2'])).toEqual(['1', '2']);
    expect(interleave(['a'], [])).toEqual(['a']);
  });

  it('names files that are there', () => {
    expect(MOSTLY_WAITING_FILES.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
