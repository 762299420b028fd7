import type { Answer } from './answer.ts';

/**
 * A fault to inject into one answer. `when: 'after'` (the default) executes the request first, so
 * that e.g. a code is consumed although its answer was lost.
 */
export type Fault = {
  /** Path without the prefix, `/sns/oauth2/access_token`. */
  path: string;
  kind:
    | 'busy' // errcode -1
    | 'rate-limit' // errcode 45009
    | 'drop' // connection closed without an answer
    | 'lag' // delayed by `ms`
    | 'status' // HTTP `status` with an HTML page
    | 'cut' // body cut in half
    | 'not-json';
  when?: 'before' | 'after';
  ms?: number;
  status?: number;
  /** Number of answers it applies to. Default 1. */
  times?: number;
};

const createErrorAnswer = (errcode: number, errmsg: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json; encoding=utf-8' },
  body: JSON.stringify({ errcode, errmsg }),
});

/** Applies a fault to an answer. Null: no answer at all. */
export const applyFault = (fault: Fault, answer: Answer): Answer | null => {
  switch (fault.kind) {
    case 'busy':
      return createErrorAnswer(-1, 'system error');
    case 'rate-limit':
      return createErrorAnswer(45009, 'reach max api daily quota limit');
    case 'drop':
      return null;
    case 'lag':
      return answer;
    case 'status':
      return {
        status: fault.status ?? 502,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Bad Gateway</body></html>',
      };
    case 'cut':
      return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
    case 'not-json':
      return { ...answer, body: '<html>ok</html>' };
  }
};

/** Queue of pending faults, consumed in insertion order. */
export class WechatFaults {
  #coming: (Fault & { left: number })[] = [];

  add(fault: Fault): void {
    this.#coming.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#coming = [];
  }

  consume(path: string): Fault | null {
    const match = this.#coming.find((fault) => fault.path === path && fault.left > 0);
    if (match === undefined) return null;
    match.left -= 1;
    this.#coming = this.#coming.filter((fault) => fault.left > 0);
    return match;
  }
}
