export type Value = number | string;
export type Variables = Readonly<Record<string, Value>>;

const TOKENS = /"[^"]*"|\d+(?:\.\d+)?|[A-Z@_][A-Z0-9_]*\$?|<=|>=|<>|[-+*/()=<>]/gi;
const MAX_LENGTH = 2048;

const applyOperator = (sign: string, left: Value, right: Value): Value => {
  if (sign === '+' && (typeof left === 'string' || typeof right === 'string'))
    return `${left}${right}`.slice(0, MAX_LENGTH);
  const [a, b] = [Number(left), Number(right)];
  if (sign === '+') return a + b;
  if (sign === '-') return a - b;
  if (sign === '*') return a * b;
  if (sign === '/') return b === 0 ? 0 : a / b;
  const both = [left, right];
  const same = both.every((item) => typeof item === 'string') ? left === right : a === b;
  const truths: Record<string, boolean> = {
    '=': same,
    '<>': !same,
    '<': a < b,
    '>': a > b,
    '<=': a <= b,
    '>=': a >= b,
  };
  return truths[sign] ? 1 : 0;
};

/** Evaluates from left to right; a comparison is 1 or 0. */
export const evaluateExpression = (text: string, variables: Variables): Value => {
  let value: Value | null = null;
  let sign = '+';
  for (const [token] of text.matchAll(TOKENS)) {
    if (/^(?:[-+*/=<>]|<=|>=|<>)$/.test(token)) {
      sign = token;
      continue;
    }
    if (token === '(' || token === ')') continue;
    const operand: Value = token.startsWith('"')
      ? token.slice(1, -1)
      : /^\d/.test(token)
        ? Number(token)
        : (variables[token.toUpperCase()] ?? 0);
    value =
      value === null
        ? sign === '-'
          ? -Number(operand)
          : operand
        : applyOperator(sign, value, operand);
  }
  return value ?? 0;
};

/** Effects of a program outside its own control flow. */
export type Host = {
  variables: () => Variables;
  assign: (name: string, value: Value) => void;
  command: (line: string) => void;
  /** Whether another step is allowed, for this program and those it runs. */
  mayStep: () => boolean;
};

const ASSIGNMENT = /^\s*([A-Z@_][A-Z0-9_]*\$?)\s*=(.*)$/i;

/** Executes an assignment; false when the line is none. */
export const assignVariable = (line: string, host: Pick<Host, 'variables' | 'assign'>): boolean => {
  const [, name = '', text = ''] = ASSIGNMENT.exec(line) ?? [];
  if (name === '') return false;
  host.assign(name.toUpperCase(), evaluateExpression(text, host.variables()));
  return true;
};

/** Where the block that starts at `from` ends or branches. */
const skipTo = (lines: readonly string[], from: number, ends: RegExp, begins: RegExp): number => {
  let depth = 0;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (depth === 0 && ends.test(line)) return at;
    if (begins.test(line)) depth++;
    else if (ends.test(line) && !/^\s*ELSE/i.test(line)) depth--;
  }
  return lines.length;
};

type Loop = { at: number; name: string; end: number; step: number };
const BLOCK_IF = /^\s*IF\b.*\bTHEN\s*$/i;

/** A program of `DOWNLOAD … EOP`, run to its end or until its host stops it. */
export class Program {
  readonly #lines: readonly string[];
  readonly #host: Host;
  #at = 0;
  readonly #loops: Loop[] = [];
  readonly #returns: number[] = [];

  constructor(bytes: Buffer, host: Host) {
    this.#lines = bytes.toString('latin1').split(/[\r\n]+/);
    this.#host = host;
  }

  run(): void {
    while (this.#at < this.#lines.length && this.#host.mayStep()) {
      const line = (this.#lines[this.#at++] ?? '').trim();
      if (/^END$/i.test(line)) return;
      this.#step(line);
    }
  }

  #step(line: string): void {
    const [, word = '', rest = ''] = /^([A-Z]+)\s*(.*)$/i.exec(line) ?? [];
    const name = word.toUpperCase();
    if (line.startsWith(':') || line === '' || name === 'REM' || name === 'ENDIF') return;
    if (name === 'FOR') this.#for(rest);
    else if (name === 'NEXT') this.#next();
    else if (name === 'WHILE') this.#while(rest);
    else if (name === 'WEND' || name === 'LOOP') this.#at = this.#loops.pop()?.at ?? this.#at;
    else if (name === 'DO') this.#loops.push({ at: this.#at - 1, name: '', end: 0, step: 0 });
    else if (name === 'IF') this.#if(rest);
    else if (name === 'ELSE') this.#at = skipTo(this.#lines, this.#at, /^\s*ENDIF/i, BLOCK_IF) + 1;
    else if (name === 'GOTO' || name === 'GOSUB') this.#jump(name, rest);
    else if (name === 'RETURN') this.#at = this.#returns.pop() ?? this.#lines.length;
    else if (!assignVariable(line, this.#host)) this.#host.command(line);
  }

  #for(rest: string): void {
    const [, name = '', from = '', to = '', by = '1'] =
      /^([A-Z][A-Z0-9_]*)\s*=(.*?)\bTO\b(.*?)(?:\bSTEP\b(.*))?$/i.exec(rest) ?? [];
    const evaluateNumber = (text: string): number =>
      Number(evaluateExpression(text, this.#host.variables()));
    this.#host.assign(name.toUpperCase(), evaluateNumber(from));
    this.#loops.push({
      at: this.#at,
      name: name.toUpperCase(),
      end: evaluateNumber(to),
      step: evaluateNumber(by),
    });
  }

  #next(): void {
    const loop = this.#loops.at(-1);
    if (!loop) return;
    const value = Number(this.#host.variables()[loop.name] ?? 0) + loop.step;
    this.#host.assign(loop.name, value);
    if (loop.step < 0 ? value >= loop.end : value <= loop.end) this.#at = loop.at;
    else this.#loops.pop();
  }

  #while(rest: string): void {
    if (Number(evaluateExpression(rest, this.#host.variables())) !== 0)
      this.#loops.push({ at: this.#at - 1, name: '', end: 0, step: 0 });
    else this.#at = skipTo(this.#lines, this.#at, /^\s*WEND/i, /^\s*WHILE/i) + 1;
  }

  #if(rest: string): void {
    const [, condition = '', then = ''] = /^(.*?)\bTHEN\b(.*)$/i.exec(rest) ?? [];
    const holds = Number(evaluateExpression(condition, this.#host.variables())) !== 0;
    if (then.trim() !== '') {
      const [yes = '', no = ''] = then.split(/\bELSE\b/i);
      const chosen = holds ? yes : no;
      if (chosen.trim() !== '') this.#step(chosen.trim());
    } else if (!holds)
      this.#at = skipTo(this.#lines, this.#at, /^\s*(?:ELSE|ENDIF)/i, BLOCK_IF) + 1;
  }

  #jump(name: string, rest: string): void {
    const label = `:${rest.trim().toUpperCase()}`;
    const at = this.#lines.findIndex((line) => line.trim().toUpperCase() === label);
    if (name === 'GOSUB') this.#returns.push(this.#at);
    this.#at = at < 0 ? this.#lines.length : at;
  }
}
