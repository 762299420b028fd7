import { MAX_ENTRIES } from './options.ts';

/** A bounded map that evicts the oldest entry. */
export class BoundedMap<V> {
  readonly #map = new Map<string, V>();

  get(key: string): V | undefined {
    return this.#map.get(key);
  }

  set(key: string, value: V): void {
    this.#map.delete(key);
    this.#map.set(key, value);
    if (this.#map.size <= MAX_ENTRIES) return;
    const [oldest] = this.#map.keys();
    if (oldest !== undefined) this.#map.delete(oldest);
  }

  delete(key: string): void {
    this.#map.delete(key);
  }

  values(): V[] {
    return [...this.#map.values()];
  }
}
