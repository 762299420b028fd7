import { createStore, type Store } from '@yunbiao/ui/store.ts';
import type { Layout } from './model/layout.ts';
import type { FromStudio, Key, Lane, ToStudio } from './worker/messages.ts';

export const keyText = ({ source, at }: Key): string => `${source}@${at}`;

/** Pixels of all pictures of a lane together: four bytes each, in the page. */
const MAX_SHOWN_PIXELS = 40_000_000;

type Ask = { keys: readonly Key[]; layout: Layout; longest: number };

/**
 * Pictures of one lane as the worker composes them. After a change of the layout the former ones are shown until the new
 * ones are there; what is no longer asked for is closed.
 */
export class PictureStore {
  /** Raised with everything that changes. */
  readonly version: Store<number> = createStore(0);
  readonly #lane: Lane;
  readonly #post: (message: ToStudio) => void;
  #pictures = new Map<string, ImageBitmap>();
  /** What was composed with the layout of now. */
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
    return this.#pictures.get(keyText(key));
  }

  isMissed(key: Key): boolean {
    return this.#missed.has(keyText(key));
  }

  get missed(): number {
    return this.#missed.size;
  }

  get isUnderWay(): boolean {
    return this.#underWay;
  }

  /** Wants these pictures, no side longer than so many px; those it has of the same layout it does not ask for again. */
  ask({ keys, layout, longest }: Ask): void {
    const wanted = new Map(keys.map((key) => [keyText(key), key] as const));
    const pixels = layout.width * layout.height * Math.max(1, wanted.size);
    const scale = Math.min(
      1,
      longest / Math.max(layout.width, layout.height),
      Math.sqrt(MAX_SHOWN_PIXELS / pixels),
    );
    const drawn = JSON.stringify([layout, Math.round(scale * 20)]);
    if (drawn !== this.#layout) this.#forget();
    this.#layout = drawn;
    for (const old of Array.from(this.#pictures.keys())) if (!wanted.has(old)) this.#drop(old);
    const missing = [...wanted.values()].filter(
      (key) => !this.#fresh.has(keyText(key)) && !this.#missed.has(keyText(key)),
    );
    this.#job += 1;
    this.#underWay = missing.length > 0;
    this.#post({ kind: 'compose', lane: this.#lane, job: this.#job, keys: missing, layout, scale });
    this.#changed();
  }

  take(message: Extract<FromStudio, { lane: Lane }>): void {
    if (message.kind === 'settled') {
      if (message.job !== this.#job) return;
      this.#underWay = false;
      return this.#changed();
    }
    const key = keyText(message.key);
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
    this.#changed();
  }

  clear(): void {
    for (const key of Array.from(this.#pictures.keys())) this.#drop(key);
    this.#forget();
    this.#changed();
  }

  #forget(): void {
    this.#fresh.clear();
    this.#missed.clear();
  }

  #drop(key: string): void {
    this.#pictures.get(key)?.close();
    this.#pictures.delete(key);
    this.#fresh.delete(key);
  }

  /** Once a frame of the screen, however many pictures come. */
  #changed(): void {
    if (this.#raising) return;
    this.#raising = true;
    requestAnimationFrame(() => {
      this.#raising = false;
      this.version.set((now) => now + 1);
    });
  }
}
