import { expect, it } from 'vitest';
import { createStore } from './store.ts';

it('remembers what the markup was made with, whatever is held since', () => {
  const store = createStore('nobody');
  expect(store.getServed()).toBe('nobody');
  store.set('as rendered');
  expect(store.getServed()).toBe('as rendered');
  store.markServed();
  store.set('signed in since');
  expect([store.get(), store.getServed()]).toEqual(['signed in since', 'as rendered']);
});
