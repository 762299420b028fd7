/** LRU cache of decoded pictures, limited by their size. */
export class BitmapCache {
  #kept = new Map<string, ImageBitmap>();
  #bytes = 0;
  readonly #most: number;

  /** `most`: maximum size of the pixels, bytes. */
  constructor(maxBytes: number) {
    this.#most = maxBytes;
  }

  get(key: string): ImageBitmap | undefined {
    const cached = this.#kept.get(key);
    if (cached) {
      this.#kept.delete(key);
      this.#kept.set(key, cached);
    }
    return cached;
  }

  /** Takes ownership of the bitmap. Returns false when it is larger than the whole cache. */
  store(key: string, bitmap: ImageBitmap): boolean {
    const bytes = bitmap.width * bitmap.height * 4;
    if (bytes > this.#most) return false;
    this.#evict(key);
    for (const old of this.#kept.keys()) {
      if (this.#bytes + bytes <= this.#most) break;
      this.#evict(old);
    }
    this.#kept.set(key, bitmap);
    this.#bytes += bytes;
    return true;
  }

  /** Closes all pictures of one source. */
  evictAll(prefix: string): void {
    for (const key of Array.from(this.#kept.keys())) if (key.startsWith(prefix)) this.#evict(key);
  }

  #evict(key: string): void {
    const old = this.#kept.get(key);
    if (!old) return;
    this.#bytes -= old.width * old.height * 4;
    this.#kept.delete(key);
    old.close();
  }
}
