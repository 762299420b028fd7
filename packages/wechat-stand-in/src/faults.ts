import type { Answer } from './answer.ts';

/**
 * What may go wrong with one answer. `when: 'after'` (the default) does the deed first: a code is then used up although
 * its answer never came.
 */
export type Fault = {
  /** Path without prefix, `/sns/oauth2/access_token`. */
  path: string;
  kind:
    | 'busy' // errcode -1
    | 'rate-limit' // errcode 45009
    | 'drop' // the connection ends without an answer
    | 'lag' // late by `ms`
    | 'status' // HTTP `status` with an HTML page
    | 'cut' // half of the body
    | 'not-json';
  when?: 'before' | 'after';
  ms?: number;
  status?: number;
  /** Answers it applies to. Default 1. */
  times?: number;
};

const getError = (errcode: number, errmsg: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json; encoding=utf-8' },
  body: JSON.stringify({ errcode, errmsg }),
});

/** The answer a fault makes of one; null: no answer at all. */
export const spoil = (fault: Fault, answer: Answer): Answer | null => {
  switch (fault.kind) {
    case 'busy':
      return getError(-1, 'system error');
    case 'rate-limit':
      return getError(45009, 'reach max api daily quota limit');
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

/** The faults still to come, taken in the order they were set. */
export class Faults {
  #coming: (Fault & { left: number })[] = [];

  set(fault: Fault): void {
    this.#coming.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#coming = [];
  }

  take(path: string): Fault | null {
    const found = this.#coming.find((one) => one.path === path && one.left > 0);
    if (found === undefined) return null;
    found.left -= 1;
    this.#coming = this.#coming.filter((one) => one.left > 0);
    return found;
  }
}
