import { expect, it } from 'vitest';
import { readMessage } from './inbox.ts';

const said = (stateText: string): string =>
  JSON.stringify({
    type: 'printer',
    localId: 'p1',
    state: 'stopped',
    stateReasons: [],
    stateText,
    counter: null,
  });

it('takes what no database keeps out of the words of a client', () => {
  expect(readMessage(said('缺纸 😀'))).toMatchObject({ stateText: '缺纸 😀' });
  expect(readMessage(said('\0缺纸 😀'.slice(0, 5)))).toMatchObject({ stateText: '缺纸 \uFFFD' });
});

it('is no message when it is none', () => {
  expect(['', '{', '[]', '"\\u0000"', '{"type":"\\u0000"}'].map(readMessage)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});
