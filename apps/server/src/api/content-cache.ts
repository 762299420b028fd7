/**
 * Maximum number of entries: softwares and the names used to look them up. Clients can request any
 * name.
 */
const MAX_ENTRIES = 500;

/**
 * Cache for content that is the same for every caller, until its tags are invalidated. An entry is
 * registered under its tags when its read starts, so a change during the read evicts it.
 */
export class ContentCache {
  readonly #values = new Map<string, { tags: readonly string[]; value: Promise<unknown> }>();

  /**
   * `load` must return the same value to every caller of `key`. Failed reads and values rejected by
   * `isCacheable` are not cached.
   */
  getOrLoad<T>(
    key: string,
    tags: readonly string[],
    load: () => Promise<T>,
    isCacheable: (value: T) => boolean = () => true,
  ): Promise<T> {
    const cached = this.#values.get(key);
    // The key determines the type.
    if (cached) return cached.value as Promise<T>;
    const value = load();
    const entry = { tags, value };
    if (this.#values.size >= MAX_ENTRIES) this.#values.clear();
    this.#values.set(key, entry);
    const evictCacheEntry = (): void => {
      if (this.#values.get(key) === entry) this.#values.delete(key);
    };
    value.then((content) => {
      if (!isCacheable(content)) evictCacheEntry();
    }, evictCacheEntry);
    return value;
  }

  invalidate(tags: readonly string[]): void {
    for (const [key, entry] of this.#values)
      if (entry.tags.some((tag) => tags.includes(tag))) this.#values.delete(key);
  }
}
