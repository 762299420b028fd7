import type { AnyRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { createCachedMarkup } from './cached-markup.ts';

/** Stands for a page in progress; no method is called. */
const visit = (): AnyRouter => ({}) as AnyRouter;
const setUp = () => createCachedMarkup('<footer class="foot">', '</footer>', 'last');
const pageWith = (inside: string): string =>
  `<main><footer class="foot_1">card</footer></main><footer class="foot">${inside}</footer><script>0</script>`;

it('draws what a page shows once, and again for other data and other places', () => {
  const kept = setUp();
  const shown = { softwares: [] };
  const first = visit();
  expect(kept.get(first, shown, '/yunbiao')).toBeUndefined();
  kept.record(first, pageWith('<a>1</a>'));
  expect(kept.get(visit(), shown, '/yunbiao')).toBe('<a>1</a>');
  expect(kept.get(visit(), shown, '/yunbiao/vip')).toBeUndefined();
  expect(kept.get(visit(), { softwares: [] }, '/yunbiao')).toBeUndefined();
});

it('learns from the page that has drawn it only, and once', () => {
  const kept = setUp();
  const shown = {};
  const [drawing, other] = [visit(), visit()];
  kept.get(drawing, shown, '/');
  kept.record(other, pageWith('other'));
  expect(kept.get(visit(), shown, '/')).toBeUndefined();
  kept.record(drawing, pageWith('own'));
  kept.record(drawing, pageWith('late'));
  expect(kept.get(visit(), shown, '/')).toBe('own');
});

it('keeps nothing of a page without it', () => {
  const kept = setUp();
  const shown = {};
  for (const page of ['<main></main>', '<footer class="foot">cut off']) {
    const drawing = visit();
    kept.get(drawing, shown, '/');
    kept.record(drawing, page);
    expect(kept.get(visit(), shown, '/')).toBeUndefined();
  }
});

it('holds no more than it has room for, whatever addresses are asked for', () => {
  const kept = setUp();
  const shown = {};
  const draw = (rest: string): void => {
    const drawing = visit();
    kept.get(drawing, shown, rest);
    kept.record(drawing, pageWith(rest));
  };
  for (let n = 0; n <= 500; n += 1) draw(`/${n}`);
  expect(kept.get(visit(), shown, '/0')).toBeUndefined();
  expect(kept.get(visit(), shown, '/500')).toBe('/500');
});

it('takes no part of the header from the content below it', () => {
  const kept = createCachedMarkup('<nav class="nav">', '</nav>', 'first');
  const shown = {};
  const drawing = visit();
  kept.get(drawing, shown, '/');
  kept.record(drawing, '<nav class="nav">own</nav><main><nav class="nav">article</nav></main>');
  expect(kept.get(visit(), shown, '/')).toBe('own');
});
