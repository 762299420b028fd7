import type { CachedPage } from './cached-page.ts';

export type Rendered<T> = {
  value: T;
  /** Page to be cached and its tags. Undefined: not cacheable. */
  cacheEntry?: { page: CachedPage; tags: readonly string[] };
};

type PendingRender<T> = { startedAt: number; promise: Promise<T> };

/**
 * Cache of finished anonymous pages, bounded by bytes and invalidated by tags.
 *
 * A write may happen during a render. A page is stored only if none of its tags was invalidated
 * since the render started. A request joins a pending render only if no tag at all was invalidated
 * since, because the tags of that render are not known yet.
 */
export class PageCache<T> {
  readonly #maxBytes: number;
  readonly #pages = new Map<string, { page: CachedPage; tags: readonly string[] }>();
  readonly #pendingRenders = new Map<string, PendingRender<T>>();
  /** Counts invalidations. The generation of a tag is the count at its last invalidation. */
  #invalidations = 0;
  readonly #generations = new Map<string, number>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#pages.size, bytes: this.#bytes };
  }

  get(key: string): CachedPage | undefined {
    const entry = this.#pages.get(key);
    if (!entry) return undefined;
    // Re-inserting makes the entry the newest. A full cache evicts the oldest.
    this.#pages.delete(key);
    this.#pages.set(key, entry);
    return entry.page;
  }

  invalidate(tags: readonly string[]): void {
    this.#invalidations++;
    for (const tag of tags) this.#generations.set(tag, this.#invalidations);
    for (const [key, { tags: pageTags }] of this.#pages)
      if (pageTags.some((tag) => tags.includes(tag))) this.#evict(key);
  }

  /** Renders once for all concurrent requests of the same key. */
  render(key: string, make: () => Promise<Rendered<T>>): Promise<T> {
    const flight = this.#pendingRenders.get(key);
    if (flight && flight.startedAt === this.#invalidations) return flight.promise;
    const startedAt = this.#invalidations;
    const pendingRender: PendingRender<T> = { startedAt, promise: this.#run(key, startedAt, make) };
    this.#pendingRenders.set(key, pendingRender);
    const clearPendingRender = (): void => {
      if (this.#pendingRenders.get(key) === pendingRender) this.#pendingRenders.delete(key);
    };
    pendingRender.promise.then(clearPendingRender, clearPendingRender);
    return pendingRender.promise;
  }

  async #run(key: string, startedAt: number, make: () => Promise<Rendered<T>>): Promise<T> {
    const { value, cacheEntry } = await make();
    if (
      cacheEntry &&
      cacheEntry.tags.every((tag) => (this.#generations.get(tag) ?? 0) <= startedAt)
    )
      this.#store(key, cacheEntry);
    return value;
  }

  #store(key: string, entry: { page: CachedPage; tags: readonly string[] }): void {
    this.#evict(key);
    if (entry.page.bytes > this.#maxBytes) return;
    this.#pages.set(key, entry);
    this.#bytes += entry.page.bytes;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#evict(oldest);
    }
  }

  #evict(key: string): void {
    const entry = this.#pages.get(key);
    if (!entry) return;
    this.#pages.delete(key);
    this.#bytes -= entry.page.bytes;
  }
}
