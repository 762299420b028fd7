/** How input is parsed on every connection: a setting of the printer. */
export type Reading = {
  /** ^CC, ^CT, ^CD: bytes. */
  format: number;
  control: number;
  delimiter: number;
  /** ~JI, ~JD: nothing is parsed as ZPL until this command. */
  until: '~JQ' | '~JE' | null;
};

export const readStandard = (): Reading => ({
  format: 0x5e,
  control: 0x7e,
  delimiter: 0x2c,
  until: null,
});

export const RS = 0x1e;
export const DLE = 0x10;
export const US = 0x1f;
export const SI = 0x0f;

/** The part of it that each command sets to the next byte. */
export const CHANGES: Readonly<Record<string, 'format' | 'control' | 'delimiter'>> = {
  CC: 'format',
  CT: 'control',
  CD: 'delimiter',
};

/** A buffer that grows by doubling: linear for any chunking of the input. */
export class Growing {
  #bytes = Buffer.alloc(256);
  length = 0;

  push(byte: number): void {
    if (this.length === this.#bytes.length) {
      const larger = Buffer.alloc(this.length * 2);
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    this.#bytes[this.length++] = byte;
  }

  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.#bytes = Buffer.alloc(256);
    this.length = 0;
  }
}
