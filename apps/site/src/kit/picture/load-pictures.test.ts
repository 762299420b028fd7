import type { Client } from '@yunbiao/contract/api/client';
import { expect, it } from 'vitest';
import { loadPicturePages, PICTURES_PER_PAGE } from './load-pictures.ts';

const createLibrary = (total: number, failsAt = 0) => {
  const pages: number[] = [];
  const call = (_name: string, { page }: { page: number }) => {
    pages.push(page);
    if (page === failsAt) return Promise.resolve({ state: 'fail', code: 503, msg: '稍后重试' });
    const from = (page - 1) * PICTURES_PER_PAGE;
    const list = Array.from({ length: Math.min(PICTURES_PER_PAGE, total - from) }, (_, i) => ({
      id: String(from + i),
    }));
    return Promise.resolve({ state: 'ok', data: { list, total, page } });
  };
  return { api: { call } as unknown as Client, pages };
};

it('joins pages of the library, and asks for none after the last', async () => {
  const { api, pages } = createLibrary(PICTURES_PER_PAGE + 5);
  const reply = await loadPicturePages(api, { folder: '', q: '' }, 4);
  expect(reply.state === 'ok' && reply.data.list.length).toBe(PICTURES_PER_PAGE + 5);
  expect(pages).toEqual([1, 2]);
});

it('fails as a whole when a page fails', async () => {
  const { api } = createLibrary(1_000, 2);
  expect(await loadPicturePages(api, { folder: '', q: '' }, 3)).toMatchObject({ code: 503 });
});
