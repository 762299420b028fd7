import type { Answer } from './http.ts';

/** What goes wrong with answers of one operation; all but `drop-before` have done the deed. */
export type Fault = {
  on: string;
  kind:
    | 'lag' // late by `ms`
    | 'drop-before' // the connection ends, nothing was done
    | 'drop-after' // the deed is done, its answer lost
    | 'status' // HTTP `status` and an HTML page, the deed done
    | 'cut' // half of the body
    | 'system-error' // the deed is done, the answer says the system failed
    | 'unknown-error' // the deed is done, the answer says nobody knows: Alipay's 20000
    | 'stale' // a query tells the state from before the last change
    | 'unsigned' // the answer without its signature
    | 'bad-signature'; // the answer with a signature of something else
  ms?: number;
  status?: number;
  /** Answers it applies to. Default 1. */
  times?: number;
};

/** For faults only the stand-in itself can carry out: it marks its answer with what to say instead. */
export type Alternatives = Partial<Record<Fault['kind'], () => Answer>>;

const alternatives = new WeakMap<Answer, Alternatives>();

export const withAlternatives = (answer: Answer, others: Alternatives): Answer => {
  alternatives.set(answer, others);
  return answer;
};

const HTML = { 'content-type': 'text/html' };

/** The answer a fault makes of one; null: none. */
export const spoil = (fault: Fault, answer: Answer): Answer | null => {
  const own = alternatives.get(answer)?.[fault.kind];
  if (own !== undefined) return own();
  switch (fault.kind) {
    case 'drop-before':
    case 'drop-after':
      return null;
    case 'status':
      return { status: fault.status ?? 502, headers: HTML, body: '<html>Bad Gateway</html>' };
    case 'cut':
      return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
    case 'lag':
    case 'system-error':
    case 'unknown-error':
    case 'stale':
    case 'unsigned':
    case 'bad-signature':
      return answer;
  }
};

export class Faults {
  #coming: (Fault & { left: number })[] = [];

  set(fault: Fault): void {
    this.#coming.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#coming = [];
  }

  take(on: string): Fault | null {
    const found = this.#coming.find((one) => one.on === on && one.left > 0);
    if (found === undefined) return null;
    found.left -= 1;
    return found;
  }
}
