export type FaultName = 'media' | 'ribbon' | 'head';

export const REASONS = { media: 'media out', ribbon: 'ribbon out', head: 'head open' } as const;

/** The current faults, and which of them the printer knows. */
export class HardwareFaults {
  readonly #always: boolean;
  readonly #real = new Set<FaultName>();
  readonly #sensed = new Set<FaultName>();

  /** `always`: media and ribbon are also sensed at rest. */
  constructor(always: boolean) {
    this.#always = always;
  }

  get any(): boolean {
    return this.#real.size > 0;
  }

  get known(): boolean {
    return this.#sensed.size > 0;
  }

  has(fault: FaultName): boolean {
    return this.#real.has(fault);
  }

  senses(fault: FaultName): boolean {
    return this.#sensed.has(fault);
  }

  strike(fault: FaultName): void {
    this.#real.add(fault);
    if (fault === 'head' || this.#always) this.#sensed.add(fault);
  }

  /** A label was attempted. */
  tried(): void {
    for (const fault of this.#real) this.#sensed.add(fault);
  }

  clear(): void {
    this.#real.clear();
    this.#sensed.clear();
  }

  powerDown(): void {
    this.#sensed.clear();
  }

  /** Power on: an open head or missing media persists. */
  powerUp(): void {
    for (const fault of this.#real) this.strike(fault);
  }
}
