import { Growing } from './reading.ts';

/** Delimiters before the data of each command. */
const HEADS: Readonly<Record<string, number>> = { DG: 3, DY: 5, DB: 7, DE: 2, DS: 2, DT: 2, DU: 2 };

export const isDownload = (name: string): boolean => Object.hasOwn(HEADS, name);

/** ~DY formats with a byte count instead of an end mark: binary, compressed, PNG. */
const COUNTED = /^[BCP]$/i;
const MAX_HEAD_LENGTH = 200;

/**
 * A ~D command being received: parameters, then data up to the next prefix or of the announced
 * size.
 */
export class Download {
  readonly name: string;
  readonly #most: number;
  #head: string[] = [''];
  readonly #data = new Growing();
  /** Remaining bytes; null: up to a prefix. */
  left: number | null = null;

  constructor(name: string, mostBytes: number) {
    this.name = name;
    this.#most = mostBytes;
  }

  get inData(): boolean {
    return this.#head.length > (HEADS[this.name] ?? 0);
  }

  get parameters(): readonly string[] {
    return this.#head;
  }

  get held(): number {
    return this.#data.length;
  }

  /** Takes a byte that is no prefix; `delimits`: it separates parameters. */
  take(byte: number, delimits: boolean): void {
    if (this.inData) {
      if (this.#data.length < this.#most) this.#data.push(byte);
      if (this.left !== null) this.left--;
    } else if (delimits) this.#headed();
    else {
      const last = this.#head.pop() ?? '';
      this.#head.push(last.length < MAX_HEAD_LENGTH ? last + String.fromCharCode(byte) : last);
    }
  }

  #headed(): void {
    this.#head.push('');
    if (!this.inData || this.name !== 'DY') return;
    const [, kind = '', , size = ''] = this.#head;
    if (COUNTED.test(kind.trim())) this.left = Math.min(Number.parseInt(size, 10) || 0, this.#most);
  }

  data(): Buffer {
    return this.#data.take();
  }
}
