import { expect, it } from 'vitest';
import { parseChanges } from '@yunbiao/services/parts';
import { createSampleArticles } from './articles.ts';
import { createSampleFiles } from './files.ts';
import { TEST_CLIENT } from './testing.ts';

it.each(['yunbiao', 'miandan'])(
  '%s has logs of every version it offers, help and news',
  (alias) => {
    const articles = createSampleArticles(alias, TEST_CLIENT.version);
    const logs = articles.filter(({ artType }) => artType === 'updateLog');
    const versions = logs.map(({ version }) => version);
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions.length).toBeGreaterThanOrEqual(8);
    for (const file of createSampleFiles(TEST_CLIENT, ['shelf'], [50, 30])) {
      expect(versions).toContain(file.version);
      expect(logs.find(({ version }) => version === file.version)?.age).toBe(file.age);
    }
    for (const { content } of logs) {
      const { changes } = parseChanges(content);
      expect(changes.map(({ kind }) => kind)).not.toContain('other');
    }
    const count = (type: string) => articles.filter(({ artType }) => artType === type).length;
    expect(count('help')).toBeGreaterThanOrEqual(6);
    expect(count('news')).toBeGreaterThanOrEqual(2);
    // Links within the site lead to pages of the same software.
    const links = articles.flatMap(({ content }) =>
      [...content.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path]) => path),
    );
    for (const path of links) expect(path).toMatch(new RegExp(`^/${alias}/`));
  },
);
