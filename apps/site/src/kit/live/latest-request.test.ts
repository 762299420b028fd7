import { expect, it } from 'vitest';
import { createLatestRequest } from './latest-request.ts';

const inHand = () => {
  const newest = createLatestRequest<string>();
  const taken: string[] = [];
  const begin = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    let isOver = false;
    const over = newest.run(
      () => promise,
      (found) => void taken.push(found),
    );
    void over.then(() => (isOver = true));
    return { answer: () => resolve(name), over, isOver: () => isOver };
  };
  return { newest, taken, begin };
};
const waitForTimers = () => new Promise((resolve) => setTimeout(resolve));

it('a reading that is overtaken is over with the later one, and takes nothing', async () => {
  const { taken, begin } = inHand();
  const [first, second, third] = [begin('first'), begin('second'), begin('third')];
  first.answer();
  second.answer();
  await waitForTimers();
  expect([taken, first.isOver(), second.isOver()]).toEqual([[], false, false]);
  third.answer();
  await Promise.all([first.over, second.over, third.over]);
  expect(taken).toEqual(['third']);
});

it('what comes after the later one is not taken, and nobody waits for it', async () => {
  const { taken, begin } = inHand();
  const [first, second] = [begin('first'), begin('second')];
  second.answer();
  await second.over;
  first.answer();
  await first.over;
  expect(taken).toEqual(['second']);
});

it('what was dropped takes nothing, and is over when it is answered', async () => {
  const { newest, taken, begin } = inHand();
  const first = begin('first');
  newest.invalidate();
  first.answer();
  await first.over;
  expect(taken).toEqual([]);
});
