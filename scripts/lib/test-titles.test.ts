import { expect, it } from 'vitest';
import { titlesIn } from './test-titles.ts';

it('finds the titles of tests, those of a table too, and nothing else', () => {
  const source = `
describe('a block', () => {
  it('is one', () => {});
  it("isn't another", async (ctx) => {});
  it.each([['a)', 1], // a comment with (
    ["b", f(2)]] as const)(
    '%s of a table',
    () => {},
  );
  // it('is only said', () => {});
  expect(it).toBe('no title');
});
test('is a third', () => {});
`;
  expect(titlesIn(source)).toEqual(['is one', "isn't another", '%s of a table', 'is a third']);
});
