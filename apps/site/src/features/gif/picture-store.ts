import { createStore, type Store } from '@yunbiao/ui/store.ts';
import type { Layout } from './model/layout.ts';
import type { FromStudio, Key, Lane, ToStudio } from './worker/messages.ts';

export const formatFrameKey = ({ source, at }: Key): string => `${source}@${at}`;

/** Maximum number of pixels of all pictures of a lane. Each takes four bytes in the page. */
const MAX_SHOWN_PIXELS = 40_000_000;

type PictureRequest = { keys: readonly Key[]; layout: Layout; longest: number };

/**
 * Pictures of one lane, composed by the worker. After a change of the layout the old pictures stay
 * visible until the new ones arrive. Closes pictures that are no longer requested.
 */
export class PictureStore {
  /** Incremented on every change. */
  readonly version: Store<number> = createStore(0);
  readonly #lane: Lane;
  readonly #post: (message: ToStudio) => void;
  #pictures = new Map<string, ImageBitmap>();
  /** Keys of the pictures composed with the current layout. */
  #fresh = new Set<string>();
  #missed = new Set<string>();
  #layout = '';
  #job = 0;
  #underWay = false;
  #raising = false;

  constructor(lane: Lane, post: (message: ToStudio) => void) {
    this.#lane = lane;
    this.#post = post;
  }

  get(key: Key): ImageBitmap | undefined {
    return this.#pictures.get(formatFrameKey(key));
  }

  isMissed(key: Key): boolean {
    return this.#missed.has(formatFrameKey(key));
  }

  get missedCount(): number {
    return this.#missed.size;
  }

  get isPending(): boolean {
    return this.#underWay;
  }

  /**
   * Requests pictures with sides of at most `longest` px. Does not request pictures again that
   * exist for the same layout.
   */
  request({ keys, layout, longest }: PictureRequest): void {
    const requested = new Map(keys.map((key) => [formatFrameKey(key), key] as const));
    const pixels = layout.width * layout.height * Math.max(1, requested.size);
    const scale = Math.min(
      1,
      longest / Math.max(layout.width, layout.height),
      Math.sqrt(MAX_SHOWN_PIXELS / pixels),
    );
    const layoutKey = JSON.stringify([layout, Math.round(scale * 20)]);
    if (layoutKey !== this.#layout) this.#invalidate();
    this.#layout = layoutKey;
    for (const old of Array.from(this.#pictures.keys())) if (!requested.has(old)) this.#evict(old);
    const missing = [...requested.values()].filter(
      (key) => !this.#fresh.has(formatFrameKey(key)) && !this.#missed.has(formatFrameKey(key)),
    );
    this.#job += 1;
    this.#underWay = missing.length > 0;
    this.#post({ kind: 'compose', lane: this.#lane, job: this.#job, keys: missing, layout, scale });
    this.#notifyChange();
  }

  receive(message: Extract<FromStudio, { lane: Lane }>): void {
    if (message.kind === 'settled') {
      if (message.job !== this.#job) return;
      this.#underWay = false;
      return this.#notifyChange();
    }
    const key = formatFrameKey(message.key);
    if (message.job !== this.#job) {
      if (message.kind === 'composed') message.picture.close();
      return;
    }
    if (message.kind === 'missed') this.#missed.add(key);
    else {
      this.#pictures.get(key)?.close();
      this.#pictures.set(key, message.picture);
      this.#fresh.add(key);
    }
    this.#notifyChange();
  }

  clear(): void {
    for (const key of Array.from(this.#pictures.keys())) this.#evict(key);
    this.#invalidate();
    this.#notifyChange();
  }

  #invalidate(): void {
    this.#fresh.clear();
    this.#missed.clear();
  }

  #evict(key: string): void {
    this.#pictures.get(key)?.close();
    this.#pictures.delete(key);
    this.#fresh.delete(key);
  }

  /** Notifies at most once per screen frame, for any number of pictures. */
  #notifyChange(): void {
    if (this.#raising) return;
    this.#raising = true;
    requestAnimationFrame(() => {
      this.#raising = false;
      this.version.set((now) => now + 1);
    });
  }
}
