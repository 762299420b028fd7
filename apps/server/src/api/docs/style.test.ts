import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas, calls } from '@yunbiao/contract';
import { expect, it } from 'vitest';
import { DARK, LIGHT, SIZES } from './style.ts';

it('the API page has the colours and sizes of the site', () => {
  const css = readFileSync(
    join(import.meta.dirname, '../../../../../packages/ui/src/tokens.css'),
    'utf8',
  );
  const dark = css.slice(css.indexOf('prefers-color-scheme: dark'));
  for (const [tokens, text] of [
    [LIGHT, css],
    [SIZES, css],
    [DARK, dark],
  ] as const)
    for (const [name, value] of Object.entries(tokens))
      expect(`${name}: ${new RegExp(`${name}: ([^;]+);`).exec(text)?.[1]}`).toBe(
        `${name}: ${value}`,
      );
});

it('every call is in one area', () => {
  const named = Object.values(areas).flatMap((area) => Object.keys(area.calls));
  expect(named.toSorted()).toEqual(Object.keys(calls).toSorted());
});
