import type { CachedPage } from './cached-page.ts';

export type Rendered<T> = {
  value: T;
  /** What a kept copy costs; undefined: not for keeping. */
  keep?: { page: CachedPage; tags: readonly string[] };
};

type Flight<T> = { startedAt: number; promise: Promise<T> };

/**
 * Finished anonymous pages, bounded by bytes, dropped by tag.
 *
 * A write may fall anywhere into a render, so a page is kept only when none of its tags was raised since the render
 * began, and a request joins a render under way only when nothing at all was raised since: its tags are not known yet.
 */
export class PageCache<T> {
  readonly #maxBytes: number;
  readonly #pages = new Map<string, { page: CachedPage; tags: readonly string[] }>();
  readonly #flights = new Map<string, Flight<T>>();
  /** Counts every raise; a tag's generation is the count at its last one. */
  #clock = 0;
  readonly #generations = new Map<string, number>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#pages.size, bytes: this.#bytes };
  }

  get(key: string): CachedPage | undefined {
    const found = this.#pages.get(key);
    if (!found) return undefined;
    // Re-inserting makes it the youngest: the oldest is what a full cache gives up.
    this.#pages.delete(key);
    this.#pages.set(key, found);
    return found.page;
  }

  /** Content behind these tags changed. */
  raise(tags: readonly string[]): void {
    this.#clock++;
    for (const tag of tags) this.#generations.set(tag, this.#clock);
    for (const [key, { tags: own }] of this.#pages)
      if (own.some((tag) => tags.includes(tag))) this.#drop(key);
  }

  /** Renders once for everybody who asks meanwhile. */
  render(key: string, make: () => Promise<Rendered<T>>): Promise<T> {
    const flight = this.#flights.get(key);
    if (flight && flight.startedAt === this.#clock) return flight.promise;
    const startedAt = this.#clock;
    const own: Flight<T> = { startedAt, promise: this.#run(key, startedAt, make) };
    this.#flights.set(key, own);
    const settle = (): void => {
      if (this.#flights.get(key) === own) this.#flights.delete(key);
    };
    own.promise.then(settle, settle);
    return own.promise;
  }

  async #run(key: string, startedAt: number, make: () => Promise<Rendered<T>>): Promise<T> {
    const { value, keep } = await make();
    if (keep && keep.tags.every((tag) => (this.#generations.get(tag) ?? 0) <= startedAt))
      this.#store(key, keep);
    return value;
  }

  #store(key: string, kept: { page: CachedPage; tags: readonly string[] }): void {
    this.#drop(key);
    if (kept.page.bytes > this.#maxBytes) return;
    this.#pages.set(key, kept);
    this.#bytes += kept.page.bytes;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const found = this.#pages.get(key);
    if (!found) return;
    this.#pages.delete(key);
    this.#bytes -= found.page.bytes;
  }
}
