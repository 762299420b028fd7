/** Decoded pictures kept for the next time they are asked for, the least used going first when they are too many. */
export class BitmapCache {
  #kept = new Map<string, ImageBitmap>();
  #bytes = 0;
  readonly #most: number;

  /** `most`: bytes of pixels. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): ImageBitmap | undefined {
    const found = this.#kept.get(key);
    if (found) {
      this.#kept.delete(key);
      this.#kept.set(key, found);
    }
    return found;
  }

  /** Takes the bitmap over; false where it is larger than all there is room for. */
  put(key: string, bitmap: ImageBitmap): boolean {
    const bytes = bitmap.width * bitmap.height * 4;
    if (bytes > this.#most) return false;
    this.#drop(key);
    for (const old of this.#kept.keys()) {
      if (this.#bytes + bytes <= this.#most) break;
      this.#drop(old);
    }
    this.#kept.set(key, bitmap);
    this.#bytes += bytes;
    return true;
  }

  /** Closes all of one source. */
  dropAll(prefix: string): void {
    for (const key of Array.from(this.#kept.keys())) if (key.startsWith(prefix)) this.#drop(key);
  }

  #drop(key: string): void {
    const old = this.#kept.get(key);
    if (!old) return;
    this.#bytes -= old.width * old.height * 4;
    this.#kept.delete(key);
    old.close();
  }
}
