import { expect, it } from 'vitest';
import { createSiteRouter } from '../routing/router.tsx';
import { cacheLinkLocations } from './link-location-cache.ts';
import { createServerContext } from './server-context.ts';

const getRouter = (ownAlias = '') =>
  createSiteRouter(
    createServerContext(
      {
        token: '',
        host: '',
        named: '',
        ownAlias,
        origin: 'http://main.example',
        apiBase: '',
        statsUrl: '',
        buildId: '',
        callApi: () => Promise.reject(new Error('no calls here')),
      },
      () => undefined,
    ),
  );

const LINKS = [
  { to: '/' },
  { to: '/$soft', params: { soft: 'yunbiao' } },
  { to: '/$soft/user/printStatDetail', params: { soft: '云' }, search: { batchNo: '2026 1&2' } },
  { to: '/$soft/user/printStatDetail', params: { soft: '云' }, search: { batchNo: '7' } },
  { to: '/$soft/user/printStatDetail', params: { soft: 'b' }, search: { state: undefined } },
  { to: '/$soft/qa/{$id}.html', params: { soft: 'a', id: '7' } },
  { to: '/$soft/qa/{$id}.html', params: { soft: 'a', id: '8' }, hash: 'answers' },
] as const;

it('leads where the router leads, the first time and again', () => {
  const [plain, quick] = [getRouter(), getRouter()];
  cacheLinkLocations(quick);
  for (const link of [...LINKS, ...LINKS]) {
    const asked = link as Parameters<typeof plain.buildLocation>[0];
    const { state: _, ...place } = plain.buildLocation(asked);
    expect(quick.buildLocation(asked)).toMatchObject(place);
  }
});

it('leaves addresses of a software of its own host to the router', () => {
  const router = getRouter('yunbiao');
  const build = router.buildLocation;
  cacheLinkLocations(router);
  expect(router.buildLocation).toBe(build);
});
