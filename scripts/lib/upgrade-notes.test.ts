import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../packages/db/src/migrations/index.gen.ts';
import { buildUpgradeNotes, listVersions, readReleased } from './upgrade-notes.ts';

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

describe('docs/upgrades.md', () => {
  it('is what npm run generate makes of migrations, settings and the changelog', async () => {
    expect(read('docs/upgrades.md')).toBe(await buildUpgradeNotes());
  });

  it('has every migration in one version, and every released version with its settings', () => {
    const versions = listVersions(read('CHANGELOG.md'));
    const named = versions.flatMap((version) => version.migrations).toSorted();
    expect(named).toEqual(Object.keys(migrations).toSorted());
    const released = versions.flatMap(({ number }) => number ?? []);
    expect(Object.keys(readReleased()).toSorted()).toEqual(released.toSorted());
  });

  it('says what changes in the tables, and whether one can go back', () => {
    const text = read('docs/upgrades.md');
    expect(text).toContain('| `0041-ledger-token` | `client` 多了 `ledger_token` |');
    expect(text).toMatch(/\| `0044-counters` \| 新的表 `counter`/);
    expect(text).toContain('- 退回：不能直接退');
    expect(text).toContain('`BACKUP_S3_ENDPOINT`');
  });
});
