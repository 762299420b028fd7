import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLibraryPictureStore, type PictureLookup } from './library-picture-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const openStore = () => {
  let draws = 0;
  const store = createLibraryPictureStore({
    decode: (bytes) => ({ width: bytes.length, height: 1, gray: bytes }),
    onCome: () => (draws += 1),
    load: (url) =>
      url === '/broken' ? Promise.reject(new Error('down')) : Promise.resolve(Uint8Array.of(1, 2)),
  });
  const asked: (readonly string[])[] = [];
  const lookup: PictureLookup = (names) => {
    asked.push(names);
    return Promise.resolve(new Map(names.flatMap((n) => (n === '没有' ? [] : [[n, `/${n}`]]))));
  };
  return { ...store, asked, lookup, countDraws: () => draws };
};

it('looks up what the rows of a draw name in one call, and has labels drawn again', async () => {
  const { pictures, setLookup, asked, lookup, countDraws } = openStore();
  setLookup(lookup);
  expect(['鞋', '没有', '鞋', 'broken'].map((name) => pictures.find(name))).toEqual(
    Array(4).fill('waiting'),
  );
  await vi.runAllTimersAsync();
  expect([asked, countDraws()]).toEqual([[['鞋', '没有', 'broken']], 2]);
  expect(pictures.find('鞋')).toMatchObject({ width: 2 });
  expect(pictures.find('没有')).toBeUndefined();
  // A download that fails is tried again, but not for ever.
  for (let tries = 0; tries < 2; tries += 1) {
    expect(pictures.find('broken')).toBe('waiting');
    await vi.runAllTimersAsync();
  }
  expect(pictures.find('broken')).toBeUndefined();
});

it('knows nothing for visitors, and forgets with the member and with a change of the library', async () => {
  const { pictures, setLookup, lookup, asked, refresh } = openStore();
  expect(pictures.find('鞋')).toBeUndefined();
  setLookup(lookup);
  pictures.find('没有');
  await vi.runAllTimersAsync();
  refresh();
  expect(pictures.find('没有')).toBe('waiting');
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(2);
  setLookup(null);
  expect(pictures.find('没有')).toBeUndefined();
});

it('keeps all pictures of one label, however many they are', async () => {
  const { pictures, setLookup, lookup, asked } = openStore();
  setLookup(lookup);
  const names = Array.from({ length: 150 }, (_, n) => `图${n}`);
  const drawAll = () => names.map((name) => pictures.find(name));
  drawAll();
  await vi.runAllTimersAsync();
  expect(drawAll().filter((picture) => picture === 'waiting')).toEqual([]);
  expect(asked).toHaveLength(1);
});

it('asks again after a failure', async () => {
  const { pictures, setLookup } = openStore();
  setLookup(() => Promise.reject(new Error('down')));
  pictures.find('鞋');
  await vi.runAllTimersAsync();
  expect(pictures.find('鞋')).toBe('waiting');
});
