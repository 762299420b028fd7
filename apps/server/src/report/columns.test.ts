import { expect, it } from 'vitest';
import { formatColumns, measureTerminalWidth } from './columns.ts';

it('columns stand under each other, Chinese letters taking two places', () => {
  const text = formatColumns([
    ['编号', '名称', '状态'],
    ['1', '月付 × 1', '在售'],
    ['12', '（ＶＩＰ）年付', '已下架'],
    ['3', 'e\u0301té', '😀'],
  ]);
  expect(text.split('\n')).toEqual([
    '编号  名称            状态',
    '1     月付 × 1        在售',
    '12    （ＶＩＰ）年付  已下架',
    '3     e\u0301té             😀',
    '',
  ]);
  const places = text
    .split('\n')
    .slice(0, 4)
    .map((line) => measureTerminalWidth(/^\S+ +(?:\S+ )*\S+ {2,}/.exec(line)?.[0] ?? ''));
  expect(new Set(places).size).toBe(1);
});

it('what members wrote cannot move the cursor, turn text round or add lines', () => {
  expect(formatColumns([['a\u001b[2Jb', 'x\ny', '\u202eabc', '\u0000']])).toBe(
    'a\ufffd[2Jb  x y  \ufffdabc  \ufffd\n',
  );
});
