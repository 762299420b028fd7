import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ARROWS, SERVICE_LAYERS } from './lint/arrows.mjs';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** Lines of the first block of this language in a section. */
const readDrawing = (heading: string, language: string): string[] => {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const block = section.split(`\n\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';
  return block.split('\n').filter((line) => line.trim() !== '');
};

const imports = readDrawing('Packages and apps', 'mermaid');
const steps = readDrawing('A label’s way from page to paper', 'text').filter(
  (line) => line.trim() !== '↓',
);

/** `a -->|types| b & c` → a, [b, c]. */
const parseArrow = (line: string): [string, string[]] => {
  const [from = '', to = ''] = line.split('-->');
  return [
    from.trim(),
    to
      .replace(/^\|[^|]*\|/, '')
      .split('&')
      .map((item) => item.trim()),
  ];
};

it('draws the arrows that lint enforces, and no others', () => {
  const layers = imports.findIndex((line) => line.includes('subgraph'));
  const drawn = Object.fromEntries(
    imports
      .slice(1, layers)
      .map(parseArrow)
      .map(([from, to]) => [from, to.toSorted()]),
  );
  const enforced = Object.fromEntries(
    Object.entries(ARROWS)
      .filter(([, to]) => to.length > 0)
      .map(([from, to]) => [from, to.toSorted()]),
  );
  expect(drawn).toEqual(enforced);
});

it('draws every package and app', () => {
  const names = new Set(imports.flatMap((line) => line.match(/[a-z][a-z-]*[a-z]/g) ?? []));
  expect(Object.keys(ARROWS).filter((name) => !names.has(name))).toEqual([]);
});

it('draws the layers of the services as lint has them, the highest first', () => {
  const chain = imports.find((line) => line.includes(SERVICE_LAYERS[0] ?? '')) ?? '';
  expect(chain.split('-->').map((item) => item.trim())).toEqual(SERVICE_LAYERS.toReversed());
});

it('takes a label from the page to the printer and back', () => {
  const names = steps.map((line) => line.split(/\s/)[0]);
  expect(names.at(0)).toBe('page');
  expect(names.at(-1)).toBe('page');
  expect(names).toEqual(expect.arrayContaining(['call', 'lease', 'intent', 'printer', 'report']));
});

it.each(steps)('names a place that exists: %s', (line) => {
  const [, place = ''] = line.split(/\s+/);
  expect(place).toContain('/');
  expect(existsSync(join(ROOT, place)), place).toBe(true);
});
