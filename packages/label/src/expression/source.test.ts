import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getExpression } from './expression.ts';
import {
  callInSource,
  fieldInSource,
  joinedInSource,
  renamedInSource,
  textInSource,
} from './source.ts';

describe('a formula as it is written', () => {
  it('names the field differently and leaves texts, functions and spaces alone', () => {
    expect(renamedInSource('单价 * 数量', '单价', '价')).toBe('价 * 数量');
    expect(renamedInSource('"单价" & [单价]&单价额', '单价', '商品 价')).toBe(
      '"单价" & [商品 价]&单价额',
    );
    expect(renamedInSource('日期(日期)', '日期', '生产日期')).toBe('日期(生产日期)');
  });

  it('says that it cannot be read, or the name not be written', () => {
    expect(renamedInSource('"没有完', '价', '单价')).toBeNull();
    expect(renamedInSource('价 * 2', '价', '价]')).toBeNull();
    expect(renamedInSource('数量 * 2', '价', '价]')).toBe('数量 * 2');
  });

  it('is taken apart where it joins, not in brackets or comparisons', () => {
    expect(joinedInSource('"￥" & 价 & 小数(a & b)')).toEqual([
      { kind: 'text', text: '￥' },
      { kind: 'field', name: '价' },
      { kind: 'formula', source: '小数(a & b)' },
    ]);
    expect(joinedInSource('a & b = c')).toEqual([{ kind: 'formula', source: 'a & b = c' }]);
    expect(joinedInSource('a &')).toEqual([{ kind: 'formula', source: 'a &' }]);
  });

  it('gives what a call is handed, when there is nothing beside it', () => {
    expect(callInSource('如果(非(为空(a)), "x, y" & b, "")', ['如果', 'IF'])).toEqual([
      '非(为空(a))',
      '"x, y" & b',
      '""',
    ]);
    expect(callInSource('if(a, b)', ['如果', 'IF'])).toEqual(['a', 'b']);
    expect(callInSource('如果(a, b) & c', ['如果'])).toBeNull();
    expect(callInSource('小数(a)', ['如果'])).toBeNull();
  });

  it('writes any name and text so that they are read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        const name = fieldInSource(text);
        if (name !== null) expect(getExpression(name).fields).toEqual([text]);
        const quoted = textInSource(text);
        if (quoted !== null) expect(joinedInSource(quoted)).toEqual([{ kind: 'text', text }]);
      }),
    );
  });
});
