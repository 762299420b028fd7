/** Values kept at most: softwares and the names they are asked for by, and anybody may ask for any. */
const MOST = 500;

/**
 * What is the same for everybody, read once and kept until the content it shows changes. A read that began before a
 * change is kept no longer than the change: what is kept is known by its tags from its beginning.
 */
export class Kept {
  readonly #values = new Map<string, { tags: readonly string[]; value: Promise<unknown> }>();

  /** `read` must give the same to everybody who asks for `key`. What it throws is not kept, nor what `isGood` refuses. */
  get<T>(
    key: string,
    tags: readonly string[],
    read: () => Promise<T>,
    isGood: (value: T) => boolean = () => true,
  ): Promise<T> {
    const known = this.#values.get(key);
    // The key says what it is.
    if (known) return known.value as Promise<T>;
    const value = read();
    const entry = { tags, value };
    if (this.#values.size >= MOST) this.#values.clear();
    this.#values.set(key, entry);
    const drop = (): void => {
      if (this.#values.get(key) === entry) this.#values.delete(key);
    };
    value.then((found) => {
      if (!isGood(found)) drop();
    }, drop);
    return value;
  }

  /** Content behind these tags changed. */
  raise(tags: readonly string[]): void {
    for (const [key, entry] of this.#values)
      if (entry.tags.some((tag) => tags.includes(tag))) this.#values.delete(key);
  }
}
