/** Longer input is refused before it is read. */
export const MAX_ARITHMETIC_LENGTH = 60;

/** `isComputed`: an expression, not just a number. */
export type ArithmeticResult = { value: number; isComputed: boolean } | { problem: string };

/** Reason for which an input is no expression, for the member. */
class ArithmeticError extends Error {}

const COMMA_MESSAGE = '小数点用“.”，不用逗号';

/** Full-width characters, typographic signs and the Chinese full stop as their ASCII characters. */
const toAscii = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[−–—]/g, '-')
    .replaceAll(/[×✕]/g, '*')
    .replaceAll('÷', '/')
    .replaceAll('。', '.')
    .replaceAll(/\s/g, '');

const NUMBER = /\d+(?:\.\d*)?|\.\d+/y;

/** Reads an expression from left to right: sum, product, sign, then number or brackets. */
class ArithmeticReader {
  private at = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  readAll(): number {
    const value = this.readSum();
    const rest = this.source[this.at];
    if (rest === ')') throw new ArithmeticError('多一个“)”');
    if (rest !== undefined) throw this.createUnreadError();
    return value;
  }

  private readSum(): number {
    let value = this.readProduct();
    for (;;)
      if (this.take('+')) value += this.readProduct();
      else if (this.take('-')) value -= this.readProduct();
      else return value;
  }

  private readProduct(): number {
    let value = this.readSigned();
    for (;;)
      if (this.take('*')) value *= this.readSigned();
      else if (this.take('/')) {
        const divisor = this.readSigned();
        if (divisor === 0) throw new ArithmeticError('不能除以 0');
        value /= divisor;
      } else return value;
  }

  private readSigned(): number {
    if (this.take('-')) return -this.readSigned();
    return this.take('+') ? this.readSigned() : this.readValue();
  }

  private readValue(): number {
    if (this.take('(')) {
      const value = this.readSum();
      if (!this.take(')'))
        throw this.isAtEnd ? new ArithmeticError('少一个“)”') : this.createUnreadError();
      return value;
    }
    NUMBER.lastIndex = this.at;
    const digits = NUMBER.exec(this.source)?.[0];
    if (digits === undefined) throw this.createUnreadError();
    this.at += digits.length;
    return Number(digits);
  }

  private get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  private take(sign: string): boolean {
    const isNext = this.source[this.at] === sign;
    if (isNext) this.at += 1;
    return isNext;
  }

  private createUnreadError(): ArithmeticError {
    const [sign] = Array.from(this.source.slice(this.at));
    if (sign === undefined) return new ArithmeticError('算式没写完');
    return new ArithmeticError(sign === ',' ? COMMA_MESSAGE : `“${sign}”这里看不懂`);
  }
}

/** `+=5`: a change of the value so far. */
const RELATIVE = /^([-+*/])=(.*)$/;

/**
 * Computes what was typed into a number field: a number, or an expression of numbers, + − × ÷ and
 * brackets. `+=5` changes `base`, the value so far; NaN: several elements with different values.
 */
export const evaluateArithmetic = (text: string, base: number): ArithmeticResult => {
  if (text.length > MAX_ARITHMETIC_LENGTH)
    return { problem: `算式最多 ${MAX_ARITHMETIC_LENGTH} 个字` };
  const plainText = toAscii(text);
  if (plainText === '') return { problem: '要填一个数' };
  const [, sign, change = ''] = RELATIVE.exec(plainText) ?? [];
  if (sign !== undefined && change === '') return { problem: '算式没写完' };
  if (sign !== undefined && Number.isNaN(base))
    return { problem: `这几个元素的数不一样，不能用“${sign}=”` };
  const source = sign === undefined ? plainText : `(${base.toFixed(6)})${sign}(${change})`;
  try {
    const value = new ArithmeticReader(source).readAll();
    if (!Number.isFinite(value)) return { problem: '结果太大' };
    return { value, isComputed: !/^[-+]?[\d.]+$/.test(plainText) };
  } catch (error) {
    if (!(error instanceof ArithmeticError)) throw error;
    return { problem: error.message };
  }
};

/** Whether an input changes the value so far, and so must be computed only once. */
export const isRelativeArithmetic = (text: string): boolean => RELATIVE.test(toAscii(text));

/** Nearest multiple of the step, without the dust of binary fractions. */
export const roundToStep = (value: number, step: number): number =>
  Number((Math.round(value / step) * step).toFixed(6));
