import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from './error.ts';
import { evaluateExpression, type Scope } from './evaluate.ts';
import { FUNCTIONS } from './functions/functions.ts';
import { MAX_DEPTH, type Node, parseFormula } from './parse.ts';
import { MAX_FORMULA_LENGTH } from './tokens.ts';
import { formatFormulaValue } from './value.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const FIELDS: Record<string, string> = { 品名: '苹果', 数量: '12', 空: '', '商品 名称': '红富士' };

const getScope = (fields = FIELDS): Scope => ({
  getText: (name) => {
    const value = fields[name];
    if (value === undefined) throw new ExpressionError(`没有“${name}”这一栏`);
    return value;
  },
  getLabel: (name) => name,
  at: { day: 20_780, second: 14 * 3600 + 5 * 60 + 9 },
  usage: { steps: 0, depth: 0 },
});
const evaluateSource = (source: string, fields?: Record<string, string>): string =>
  formatFormulaValue(evaluateExpression(parseFormula(source), getScope(fields)));

/** Pieces of formulas, combined at random to valid and invalid ones. */
const piece = fc.oneof(
  fc.constantFrom(...FUNCTIONS.flatMap(({ name, english }) => [`${name}(`, `${english}（`])),
  fc.constantFrom(
    '(',
    ')',
    '，',
    ',',
    '&',
    '+',
    '-',
    '*',
    '÷',
    '≥',
    '<>',
    '=',
    ' ',
    '\n',
    '[',
    ']',
  ),
  fc.constantFrom(
    '品名',
    '数量',
    '空',
    '[商品 名称]',
    '1',
    '0.10',
    '12345678901234567890',
    '"文"',
    '“字”',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const source = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

const getSize = (node: Node): number => {
  if (node.kind === 'negative') return 1 + getSize(node.of);
  if (node.kind === 'binary') return 1 + getSize(node.left) + getSize(node.right);
  if (node.kind === 'call') return node.inputs.reduce((sum, item) => sum + getSize(item), 1);
  return 1;
};

const getRefusal = (source: string): ExpressionError => {
  try {
    parseFormula(source);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${source} was read`);
};

describe('any text', () => {
  it('is a formula or refused with an ExpressionError, and the same again when it is worked out', () => {
    fc.assert(
      fc.property(source, (text) => {
        try {
          const node = parseFormula(text);
          expect(getSize(node)).toBeLessThanOrEqual(text.length);
          expect(typeof formatFormulaValue(evaluateExpression(node, getScope()))).toBe('string');
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
          expect(error.message).toMatch(/\p{Script=Han}/u);
        }
      }),
      { numRuns: rounds(3000) },
    );
  });

  it('costs steps in proportion to its length, whatever the fields hold', () => {
    const long = { ...FIELDS, 品名: '苹'.repeat(4000) };
    fc.assert(
      fc.property(source, (text) => {
        const scope = getScope(long);
        try {
          const node = parseFormula(text);
          const size = getSize(node);
          evaluateExpression(node, scope);
          expect(scope.usage.steps).toBeLessThanOrEqual(size * 4001);
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
        }
      }),
      { numRuns: rounds(500) },
    );
  });
});

describe('bounds', () => {
  it('refuses a formula that is too long or too deep', () => {
    expect(getRefusal(`"${'a'.repeat(MAX_FORMULA_LENGTH)}"`).message).toMatch(/公式最多 1000 个字/);
    const nestParentheses = (levels: number): string =>
      `${'('.repeat(levels)}1${')'.repeat(levels)}`;
    expect(evaluateSource(nestParentheses(MAX_DEPTH))).toBe('1');
    expect(getRefusal(nestParentheses(MAX_DEPTH + 1)).message).toMatch(/最多套 32 层/);
    expect(getRefusal(`${'-'.repeat(40)}1`).message).toMatch(/最多套 32 层/);
  });

  it('works out a chain as long as a formula may be', () => {
    expect(evaluateSource(Array.from({ length: 500 }, () => '1').join('+'))).toBe('500');
  });

  it('stops what would grow without end', () => {
    const text = { 文: '长'.repeat(3000) };
    expect(() => evaluateSource('文 & 文', text)).toThrow('超过 4000 个');
    expect(() => evaluateSource('替换(文, "长", 文)', text)).toThrow('超过 4000 个字');
    expect(() =>
      evaluateSource(
        Array.from({ length: 300 }, () => '长度(文)')
          .join('+')
          .slice(0, 999),
        text,
      ),
    ).toThrow(ExpressionError);
    expect(() => evaluateSource(`1${'*99999999999999999999'.repeat(4)}`)).toThrow('最多算 60 位');
  });
});

describe('writing', () => {
  it('binds * and / before + and -, those before &, and comparisons last', () => {
    expect(evaluateSource('1 + 2 * 3 & "元"')).toBe('7元');
    expect(evaluateSource('8 - 2 - 1')).toBe('5');
    expect(evaluateSource('-2 * -(3 + 1)')).toBe('8');
    expect(evaluateSource('如果(1 + 1 = 2, "对", "错")')).toBe('对');
    expect(evaluateSource('"a" & "b" = "ab"')).toBe('是');
  });

  it('takes the marks of a Chinese keyboard', () => {
    expect(evaluateSource('如果（数量 ≥ 12， “整箱”， ‘散装’）')).toBe('整箱');
    expect(evaluateSource('（１２＋３）×２÷５')).toBe('6');
    expect(evaluateSource('【商品 名称】＆“！”')).toBe('红富士！');
  });

  it('takes a doubled quotation mark as one', () => {
    expect(evaluateSource('"5"" 屏"')).toBe('5" 屏');
  });

  it('takes English names in any case', () => {
    expect(evaluateSource('if(Isblank(空), upper("x"), "")')).toBe('X');
  });

  it('works out only the branch that is asked for', () => {
    expect(evaluateSource('如果(为空(空), "无", 空 / 0)')).toBe('无');
  });
});

describe('what is wrong', () => {
  it.each([
    ['', '公式没有写完', 0],
    ['1 +', '公式没有写完', 3],
    ['左("a"', '这里应该是“)”，公式就完了', 5],
    ['左()', '左要写成 左(文字, 个数)', 0],
    ['捷径(1)', '没有“捷径”这个函数', 0],
    ['"没完', '引号没有成对', 0],
    ['[没完', '方括号没有成对', 0],
    ['1 2', '“2”前面缺一个运算符', 2],
    ['1.', '小数点后面缺数字', 1],
    ['品名 # 数量', '“#”用不上', 3],
    ['* 2', '“*”前面缺内容', 0],
  ])('is said and its place known: %s', (text, message, at) => {
    const error = getRefusal(text);
    expect(error.message).toContain(message);
    expect(error.at).toBe(at);
  });

  it('names the field whose content does not do', () => {
    expect(() => evaluateSource('品名 * 2')).toThrow('品名的内容“苹果”不是数字');
    expect(() => evaluateSource('中文日期(品名)')).toThrow('品名的内容“苹果”不是日期');
    expect(() => evaluateSource('左(品名, 数量 / 5)')).toThrow('“2.4”要是 0 到 4000 的整数');
    expect(() => evaluateSource('如果(品名, 1)')).toThrow('品名的内容“苹果”不是条件');
    expect(() => evaluateSource('"a" > "b"')).toThrow('“a”和“b”比不出大小');
    expect(() => evaluateSource('没有这栏 & 1')).toThrow('没有“没有这栏”这一栏');
  });
});

describe('a blank', () => {
  it.each([
    '空 * 2',
    '小数(空)',
    '大写金额(空)',
    '加天(空, 3)',
    '空 + 今天()',
    '-空',
    '除(空, 3)',
    '左(空, 3)',
  ])('makes a blank of %s', (text) => expect(evaluateSource(text)).toBe(''));
  it('is neither larger nor smaller than a number', () => {
    expect(evaluateSource('空 > 0')).toBe('否');
    expect(evaluateSource('空 <= 0')).toBe('否');
  });
});

describe('equality', () => {
  it('keeps leading zeros of texts apart and compares numbers', () => {
    expect(evaluateSource('"001" = "1"')).toBe('否');
    expect(evaluateSource('数("001") = 1')).toBe('是');
    expect(evaluateSource('数量 = 12.0')).toBe('是');
    expect(evaluateSource('日期("2026/1/5") = "2026-01-05"')).toBe('是');
    expect(evaluateSource('今天() > "2026-11-22"')).toBe('是');
  });
});

describe('dates that were typed', () => {
  const fields = { 生产: '2026-11-01', 到期: '2026年11月23日', 批号: '20261123', 空: '' };

  it('are compared, moved by days and subtracted without being told that they are dates', () => {
    expect(evaluateSource('到期 > 生产', fields)).toBe('是');
    expect(evaluateSource('到期 <= "2026-01-01"', fields)).toBe('否');
    expect(evaluateSource('到期 - 生产', fields)).toBe('22');
    expect(evaluateSource('到期 + 3', fields)).toBe('2026-11-26');
    expect(evaluateSource('到期 - 空', fields)).toBe('');
  });

  it('are numbers where they are written as numbers', () => {
    expect(evaluateSource('批号 + 1', fields)).toBe('20261124');
    expect(evaluateSource('批号 > 5', fields)).toBe('是');
  });

  it('are the same only letter by letter, unless one was worked out', () => {
    expect(evaluateSource('生产 = "2026/11/01"', fields)).toBe('否');
    expect(evaluateSource('日期(生产) = "2026/11/01"', fields)).toBe('是');
  });
});

describe('every function', () => {
  it.each(FUNCTIONS.map(({ name, example }) => [name, ...example] as const))(
    '%s: %s prints %s',
    (_, formula, shown) => expect(evaluateSource(formula)).toBe(shown),
  );
});
