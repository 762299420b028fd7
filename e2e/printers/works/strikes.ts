type Strike = { label: number; mm: number; act: () => void };

/** Actions at a position on the paper: when label `label` is out by `mm` millimetres. */
export class Strikes {
  readonly #armed: Strike[] = [];

  arm(strike: Strike): void {
    this.#armed.push(strike);
  }

  /** The next strike on this label before `mm`. */
  before(label: number, mm: number): Strike | undefined {
    return this.#armed
      .filter((item) => item.label === label && item.mm < mm)
      .toSorted((a, b) => a.mm - b.mm)[0];
  }

  happen(strike: Strike): void {
    this.#armed.splice(this.#armed.indexOf(strike), 1);
    strike.act();
  }

  /** Runs the strikes at or past the end of this label. */
  end(label: number): void {
    for (const one of this.#armed.filter((strike) => strike.label === label)) this.happen(one);
  }
}
