import { parseTemplate } from '@yunbiao/contract/printing/template';
import { describe, expect, it } from 'vitest';
import { createElementFromText } from './parse-pasted.ts';

const LABEL = { version: 1 as const, widthMm: 60, heightMm: 40, fields: [], elements: [] };

describe('pasted text', () => {
  it('is a table when cells of a spreadsheet are pasted, quotes and line breaks read', () => {
    expect(createElementFromText('a\t"b\n""c"""\r\nd\t\r\n', LABEL)).toMatchObject({
      cells: [{ content: 'a' }, { content: 'b\n"c"' }, { content: 'd' }],
    });
    const two = createElementFromText('品名\t价格\n红富士\t12.8\n', LABEL);
    expect(two).toMatchObject({
      cells: [
        { row: 1, column: 1, content: '品名' },
        { row: 1, column: 2, content: '价格' },
        { row: 2, column: 1, content: '红富士' },
        { row: 2, column: 2, content: '12.8' },
      ],
    });
    expect(parseTemplate({ ...LABEL, elements: [{ ...Object(two), id: 't' }] })).toBeTruthy();
    expect(two).toMatchObject({ columnsMm: [15, 15] });
  });

  it('says how many rows there are when there are very many', () => {
    expect(createElementFromText('a\tb\n'.repeat(190_000), LABEL)).toContain(
      '贴的是 190000 行 2 列',
    );
  });

  it('is a text otherwise, and nothing when it is too much', () => {
    expect(createElementFromText('你好\n世界\n', LABEL)).toMatchObject({
      type: 'text',
      content: '你好\n世界',
    });
    expect(createElementFromText('a\t'.repeat(300), LABEL)).toContain('最多');
    expect(createElementFromText('a\tb\n'.repeat(5000), LABEL)).toContain('最多');
    expect(createElementFromText('字'.repeat(4001), LABEL)).toContain('最多');
    expect(createElementFromText('  ', LABEL)).toContain('没有内容');
  });
});
