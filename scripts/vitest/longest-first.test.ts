import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alternate, WAITING } from './longest-first.ts';

const root = join(import.meta.dirname, '../..');

describe('the order of test files', () => {
  it('lets files that wait and files that work begin by turns, each kind in its order', () => {
    expect(alternate(['a', 'b'], ['1', '2', '3'])).toEqual(['a', '1', 'b', '2', '3']);
    expect(alternate(['a', 'b', 'c'], ['1'])).toEqual(['a', '1', 'b', 'c']);
    expect(alternate([], ['1', '2'])).toEqual(['1', '2']);
    expect(alternate(['a'], [])).toEqual(['a']);
  });

  it('names files that are there', () => {
    expect(WAITING.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
