import { expect, it } from 'vitest';
import { findStaleMigrations, updateMigrationRanges } from './changelog.mjs';

const text = [
  '| migrations `0001`–`0046` |',
  '## Unreleased',
  'Migrations `0041`–`0046`.',
  '## 0.1.0',
  'Migrations `0001`–`0040`.',
].join('\n');

it('finds where a migration is missing, and nothing in what is released', () => {
  expect(findStaleMigrations({ file: 'CHANGELOG.md', text, newest: '0047' })).toEqual([
    'CHANGELOG.md:1 迁移已经到 0047，这里写的是 0046',
    'CHANGELOG.md:3 迁移已经到 0047，这里写的是 0046',
  ]);
  expect(findStaleMigrations({ file: 'CHANGELOG.md', text, newest: '0046' })).toEqual([]);
});

it('names the newest migration wherever one is missing', () => {
  const renewed = updateMigrationRanges(text, '0047');
  expect(findStaleMigrations({ file: 'CHANGELOG.md', text: renewed, newest: '0047' })).toEqual([]);
  expect(renewed).toContain('## 0.1.0\nMigrations `0001`–`0040`.');
});
