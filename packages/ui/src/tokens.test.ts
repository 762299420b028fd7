import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readSheet = (name: string): string =>
  readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll('"', "'");
const valuesIn = (block: string): string[] =>
  block.match(/--[\w-]+:[^;]+/g)?.map((value) => value.replace(/\s+/g, ' ')) ?? [];

describe('the dark theme', () => {
  it('is the same whether the system or the visitor chose it', () => {
    const css = readSheet('tokens.css');
    const bySystem = css.slice(
      css.indexOf('@media screen and (prefers-color-scheme: dark)'),
      css.indexOf(":root[data-theme='light']"),
    );
    const byChoice = css.slice(
      css.indexOf(":root[data-theme='dark']"),
      css.indexOf('@media (max-width'),
    );
    expect(valuesIn(bySystem).length).toBeGreaterThan(15);
    expect(valuesIn(byChoice)).toEqual(valuesIn(bySystem));
  });
});

describe('what floats', () => {
  // @spec floating-places
  it('has the specified places', () => {
    const css = readSheet('float.css');
    expect(css).toMatch(/\.toasts \{[^}]*top: 40px;[^}]*z-index: 10001;/);
    expect(css).toMatch(/\.veil \{[^}]*z-index: 2000;/);
  });
});
