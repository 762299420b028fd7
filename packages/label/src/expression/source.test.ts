import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFormulaWithCache } from './expression.ts';
import {
  parseSoleCallArguments,
  formatFieldReference,
  splitConcatenation,
  renameFieldInFormula,
  formatTextLiteral,
} from './source.ts';

describe('a formula as it is written', () => {
  it('names the field differently and leaves texts, functions and spaces alone', () => {
    expect(renameFieldInFormula('单价 * 数量', '单价', '价')).toBe('价 * 数量');
    expect(renameFieldInFormula('"单价" & [单价]&单价额', '单价', '商品 价')).toBe(
      '"单价" & [商品 价]&单价额',
    );
    expect(renameFieldInFormula('日期(日期)', '日期', '生产日期')).toBe('日期(生产日期)');
  });

  it('says that it cannot be read, or the name not be written', () => {
    expect(renameFieldInFormula('"没有完', '价', '单价')).toBeNull();
    expect(renameFieldInFormula('价 * 2', '价', '价]')).toBeNull();
    expect(renameFieldInFormula('数量 * 2', '价', '价]')).toBe('数量 * 2');
  });

  it('is taken apart where it joins, not in brackets or comparisons', () => {
    expect(splitConcatenation('"￥" & 价 & 小数(a & b)')).toEqual([
      { kind: 'text', text: '￥' },
      { kind: 'field', name: '价' },
      { kind: 'formula', source: '小数(a & b)' },
    ]);
    expect(splitConcatenation('a & b = c')).toEqual([{ kind: 'formula', source: 'a & b = c' }]);
    expect(splitConcatenation('a &')).toEqual([{ kind: 'formula', source: 'a &' }]);
  });

  it('gives what a call is handed, when there is nothing beside it', () => {
    expect(parseSoleCallArguments('如果(非(为空(a)), "x, y" & b, "")', ['如果', 'IF'])).toEqual([
      '非(为空(a))',
      '"x, y" & b',
      '""',
    ]);
    expect(parseSoleCallArguments('if(a, b)', ['如果', 'IF'])).toEqual(['a', 'b']);
    expect(parseSoleCallArguments('如果(a, b) & c', ['如果'])).toBeNull();
    expect(parseSoleCallArguments('小数(a)', ['如果'])).toBeNull();
  });

  it('writes any name and text so that they are read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        const name = formatFieldReference(text);
        if (name !== null) expect(parseFormulaWithCache(name).fields).toEqual([text]);
        const quoted = formatTextLiteral(text);
        if (quoted !== null) expect(splitConcatenation(quoted)).toEqual([{ kind: 'text', text }]);
      }),
    );
  });
});
