import type { Answer } from './http.ts';

/**
 * A fault of one operation's responses. Every kind except `drop-before` has carried out the
 * operation.
 */
export type Fault = {
  on: string;
  kind:
    | 'lag' // late by `ms`
    | 'drop-before' // the connection ends without effect
    | 'drop-after' // carried out, response lost
    | 'status' // carried out; HTTP `status` and an HTML page
    | 'cut' // half of the body
    | 'system-error' // carried out; the response reports a system failure
    | 'unknown-error' // carried out; the response reports an unknown result: Alipay's 20000
    | 'stale' // a query returns the state before the last change
    | 'unsigned' // the response without its signature
    | 'bad-signature'; // the response with a signature of other content
  ms?: number;
  status?: number;
  /** Number of responses it applies to. Default 1. */
  times?: number;
};

/** For faults that only the stand-in can produce: the responses to send instead. */
export type Alternatives = Partial<Record<Fault['kind'], () => Answer>>;

const alternatives = new WeakMap<Answer, Alternatives>();

export const addAlternatives = (answer: Answer, others: Alternatives): Answer => {
  alternatives.set(answer, others);
  return answer;
};

const HTML = { 'content-type': 'text/html' };

/** Applies a fault to a response; null: no response. */
export const spoilAnswer = (fault: Fault, answer: Answer): Answer | null => {
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

export class ChannelFaults {
  #coming: (Fault & { left: number })[] = [];

  set(fault: Fault): void {
    this.#coming.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#coming = [];
  }

  take(on: string): Fault | null {
    const fault = this.#coming.find((item) => item.on === on && item.left > 0);
    if (fault === undefined) return null;
    fault.left -= 1;
    return fault;
  }
}
