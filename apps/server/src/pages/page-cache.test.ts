import { describe, expect, it } from 'vitest';
import type { CachedPage } from './cached-page.ts';
import { PageCache } from './page-cache.ts';

const getPage = (text: string, bytes = 1): CachedPage => {
  const variant = { body: Buffer.from(text), etag: `"${text}"`, headers: [], notModified: [] };
  return { variants: { br: variant, gzip: variant, identity: variant }, bytes };
};
const getText = (page: CachedPage | undefined): string | undefined =>
  page?.variants.identity.body.toString();
const createEntry = (text: string, tags: readonly string[], bytes = 1) => ({
  value: text,
  cacheEntry: { page: getPage(text, bytes), tags },
});

/** A render that waits until `open` is called. */
const createGate = () => {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
};

describe('the page cache', () => {
  it('renders once for all who ask during the render', async () => {
    const cache = new PageCache<string>(100);
    const { open, passed } = createGate();
    let renders = 0;
    const make = async () => {
      renders++;
      await passed;
      return createEntry('a', ['content']);
    };
    const all = [cache.render('/', make), cache.render('/', make), cache.render('/', make)];
    open();
    expect(await Promise.all(all)).toEqual(['a', 'a', 'a']);
    expect(renders).toBe(1);
    expect(getText(cache.get('/'))).toBe('a');
  });

  it('does not let a request join a render that began before a write', async () => {
    const cache = new PageCache<string>(100);
    const { open, passed } = createGate();
    const old = cache.render('/', async () => {
      await passed;
      return createEntry('old', ['content']);
    });
    cache.invalidate(['content']);
    const fresh = cache.render('/', () => Promise.resolve(createEntry('new', ['content'])));
    open();
    expect(await fresh).toBe('new');
    expect(await old).toBe('old');
    expect(getText(cache.get('/'))).toBe('new');
  });

  it('does not keep what was rendered across a write to one of its tags', async () => {
    const cache = new PageCache<string>(100);
    const { open, passed } = createGate();
    const under = cache.render('/', async () => {
      await passed;
      return createEntry('old', ['article', 'article:3']);
    });
    cache.invalidate(['article:3']);
    open();
    await under;
    expect(cache.get('/')).toBeUndefined();
  });

  it('keeps what was rendered across a write to something else', async () => {
    const cache = new PageCache<string>(100);
    const { open, passed } = createGate();
    const under = cache.render('/', async () => {
      await passed;
      return createEntry('a', ['article:3']);
    });
    cache.invalidate(['article:4']);
    open();
    await under;
    expect(getText(cache.get('/'))).toBe('a');
  });

  it('drops the pages of a raised tag and no others', async () => {
    const cache = new PageCache<string>(100);
    await cache.render('/a', () => Promise.resolve(createEntry('a', ['content', 'software:a'])));
    await cache.render('/b', () => Promise.resolve(createEntry('b', ['content', 'software:b'])));
    cache.invalidate(['software:a']);
    expect(cache.get('/a')).toBeUndefined();
    expect(getText(cache.get('/b'))).toBe('b');
    cache.invalidate(['content']);
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });

  it('gives up the page not asked for longest when it is full', async () => {
    const cache = new PageCache<string>(3);
    for (const key of ['/a', '/b', '/c'])
      await cache.render(key, () => Promise.resolve(createEntry(key, [])));
    cache.get('/a');
    await cache.render('/d', () => Promise.resolve(createEntry('/d', [])));
    expect(cache.get('/b')).toBeUndefined();
    expect(getText(cache.get('/a'))).toBe('/a');
    expect(cache.size).toEqual({ pages: 3, bytes: 3 });
  });

  it('does not keep a page larger than the whole cache', async () => {
    const cache = new PageCache<string>(3);
    await cache.render('/a', () => Promise.resolve(createEntry('a', [], 4)));
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });

  it('lets the next request try again after a render that failed', async () => {
    const cache = new PageCache<string>(3);
    await expect(cache.render('/a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.render('/a', () => Promise.resolve(createEntry('a', [])))).toBe('a');
  });

  it('serves nothing older than the last write before the request, whatever the interleaving', async () => {
    const cache = new PageCache<string>(1000);
    let content = 0;
    let stale = 0;
    let served = 0;
    // A small generator instead of Math.random: the same order of events in every run.
    let seed = 20_261_121;
    const nextRandom = (): number =>
      (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    const pause = async (): Promise<void> => {
      for (let turns = Math.floor(nextRandom() * 6); turns > 0; turns--) await Promise.resolve();
    };
    const visit = async (): Promise<void> => {
      const before = content;
      const found = getText(cache.get('/'));
      const text =
        found ??
        (await cache.render('/', async () => {
          await pause();
          const read = String(content);
          await pause();
          return createEntry(read, ['content']);
        }));
      served++;
      if (Number(text) < before) stale++;
    };
    const write = async (): Promise<void> => {
      await pause();
      content++;
      cache.invalidate(['content']);
    };
    for (let round = 0; round < 400; round++) {
      const acts = Array.from({ length: 8 }, async () => {
        await pause();
        return nextRandom() < 0.3 ? write() : visit();
      });
      await Promise.all(acts);
    }
    expect(served).toBeGreaterThan(1000);
    expect(stale).toBe(0);
  });
});
