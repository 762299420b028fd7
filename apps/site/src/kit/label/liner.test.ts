import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const DOTS_PER_MM = 8;

type Rule = { isNarrow: boolean; resolution: number | undefined; mm: number };

/** The lengths of one mm in the order of the style sheet, CSS px. */
const RULES: readonly Rule[] = [
  ...readFileSync(new URL('liner.module.css', import.meta.url), 'utf8').matchAll(
    /(?:@media ([^{]+) \{\s*)?:root \{\s*--thumbnail-mm: (?:calc\()?([\d.]+)px(?: \/ ([\d.]+)\))?;/g,
  ),
].map(([, media = '', length, divisor = '1']) => {
  const resolution = /resolution: ([\d.]+)dppx/.exec(media)?.[1];
  return {
    isNarrow: media.includes('max-width'),
    resolution: resolution === undefined ? undefined : Number(resolution),
    mm: Number(length) / Number(divisor),
  };
});

const getMm = (resolution: number, isNarrow: boolean): number | undefined =>
  RULES.findLast(
    (rule) => (isNarrow || !rule.isNarrow) && [undefined, resolution].includes(rule.resolution),
  )?.mm;

it.each([1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 2.75, 2.8125, 3, 3.5, 3.75])(
  'two dots of a thumbnail are whole pixels at %f dppx',
  (resolution) => {
    for (const isNarrow of [false, true]) {
      const pixels = ((getMm(resolution, isNarrow) ?? 0) * resolution * 2) / DOTS_PER_MM;
      expect(pixels).toBeCloseTo(Math.max(1, Math.round(pixels)), 9);
    }
  },
);

it('a thumbnail is smaller on a phone, at any resolution', () => {
  expect([getMm(2.2, false), getMm(2.2, true)]).toEqual([4, 2.6]);
});
