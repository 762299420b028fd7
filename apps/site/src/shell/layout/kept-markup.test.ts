import type { AnyRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { createKeptMarkup } from './kept-markup.ts';

/** Nothing is asked of it: it stands for a page under way. */
const visit = (): AnyRouter => ({}) as AnyRouter;
const setUp = () => createKeptMarkup('<footer class="foot">', '</footer>');
const pageWith = (inside: string): string =>
  `<main><footer class="foot_1">card</footer></main><footer class="foot">${inside}</footer><script>0</script>`;

it('draws what a page shows once, and anew for other data and other places', () => {
  const kept = setUp();
  const shown = { softwares: [] };
  const first = visit();
  expect(kept.of(first, shown, '/yunbiao')).toBeUndefined();
  kept.learn(first, pageWith('<a>1</a>'));
  expect(kept.of(visit(), shown, '/yunbiao')).toBe('<a>1</a>');
  expect(kept.of(visit(), shown, '/yunbiao/vip')).toBeUndefined();
  expect(kept.of(visit(), { softwares: [] }, '/yunbiao')).toBeUndefined();
});

it('learns from the page that has drawn it only, and once', () => {
  const kept = setUp();
  const shown = {};
  const [drawing, other] = [visit(), visit()];
  kept.of(drawing, shown, '/');
  kept.learn(other, pageWith('other'));
  expect(kept.of(visit(), shown, '/')).toBeUndefined();
  kept.learn(drawing, pageWith('own'));
  kept.learn(drawing, pageWith('late'));
  expect(kept.of(visit(), shown, '/')).toBe('own');
});

it('keeps nothing of a page without it', () => {
  const kept = setUp();
  const shown = {};
  for (const page of ['<main></main>', '<footer class="foot">cut off']) {
    const drawing = visit();
    kept.of(drawing, shown, '/');
    kept.learn(drawing, page);
    expect(kept.of(visit(), shown, '/')).toBeUndefined();
  }
});

it('holds no more than it has room for, whatever addresses are asked for', () => {
  const kept = setUp();
  const shown = {};
  const draw = (rest: string): void => {
    const drawing = visit();
    kept.of(drawing, shown, rest);
    kept.learn(drawing, pageWith(rest));
  };
  for (let n = 0; n <= 500; n += 1) draw(`/${n}`);
  expect(kept.of(visit(), shown, '/0')).toBeUndefined();
  expect(kept.of(visit(), shown, '/500')).toBe('/500');
});
