import { describe, expect, it } from 'vitest';
import { collectFieldMessages } from '../api/messages.ts';
import { z } from '../core/zod.ts';
import { getTemplatePropertyWord } from './template-labels.ts';
import { templateContent } from './template.ts';

const TEXT = {
  id: 'e1',
  type: 'text',
  xMm: 0,
  yMm: 0,
  widthMm: 10,
  heightMm: 5,
  rotation: 0,
  content: '',
  sizeMm: 3,
  weight: 400,
  align: 'left',
  fit: 'clip',
};
const TABLE = {
  id: 'grid',
  type: 'table',
  xMm: 0,
  yMm: 0,
  widthMm: 10,
  heightMm: 5,
  rotation: 0,
  columnsMm: [5, 5],
  rowsMm: [5],
  lineMm: 0.2,
};

const listMessages = (change: object): string[] => {
  const value = { version: 1, widthMm: 40, heightMm: 30, fields: [], elements: [], ...change };
  const { error } = templateContent.safeParse(value);
  return Object.values(collectFieldMessages(templateContent, error ?? { issues: [] }, value));
};

describe('what is wrong in a template', () => {
  it('names the element and the field in Chinese', () => {
    expect(listMessages({ elements: [{ ...TEXT, sizeMm: 0 }] })).toEqual([
      '元素“e1”的字的大小不能小于 0.5',
    ]);
    expect(listMessages({ elements: [TEXT, { ...TEXT, align: 'up' }] })).toEqual([
      '元素“e1”的对齐不对',
    ]);
    expect(listMessages({ elements: [{ ...TEXT, id: '', type: 'cube' }] })[0]).toContain(
      '第 1 个元素的类型',
    );
    expect(listMessages({ elements: [{ ...TEXT, minSizeMm: 9 }] })).toEqual([
      '元素“e1”：最小的字不能比字的大小还大',
    ]);
    expect(listMessages({ elements: [{ ...TEXT, shadowMm: 1 }] })).toEqual([
      '元素“e1”里不能有 shadowMm',
    ]);
  });

  it('names the cell of a table, and the field', () => {
    const { id: _, xMm: _x, yMm: _y, widthMm: _w, heightMm: _h, rotation: _r, ...own } = TEXT;
    const cells = [{ ...own, row: 1, column: 2, weight: 500 }];
    expect(listMessages({ elements: [{ ...TABLE, cells }] })).toEqual([
      '元素“grid”里第 1 行第 2 列的格子的粗细不对',
    ]);
    const fields = [{ name: 'price', label: '价格', sample: 'x'.repeat(2_001) }];
    expect(listMessages({ fields })).toEqual(['字段“价格”的样例最多 2000 个字']);
  });

  it('names the parts of the label itself in Chinese', () => {
    const elements = Array.from({ length: 201 }, (_, i) => ({ ...TEXT, id: `e${i}` }));
    expect(listMessages({ elements })).toEqual(['元素最多 200 项']);
    expect(listMessages({ widthMm: 1 })).toEqual(['标签的宽不能小于 5']);
    expect(listMessages({ guides: { xMm: [9999], yMm: [] } })).toEqual(['参考线不能大于 300']);
    const fields = Array.from({ length: 61 }, (_, i) => ({
      name: `f${i}`,
      label: 'f',
      sample: '',
    }));
    expect(listMessages({ fields })).toEqual(['字段最多 60 项']);
  });

  it('has a Chinese word for every property of the schema', () => {
    const keys = new Set<string>();
    const collectKeys = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('properties' in node)
        for (const key of Object.keys(node.properties as object)) keys.add(key);
      for (const inner of Object.values(node)) collectKeys(inner);
    };
    collectKeys(z.toJSONSchema(templateContent, { unrepresentable: 'any' }));
    expect(keys.size).toBeGreaterThan(50);
    const wordless = [...keys].filter(
      (key) => !/^[\p{Script=Han} A-Z]+$/u.test(getTemplatePropertyWord(key) ?? ''),
    );
    expect(wordless).toEqual([]);
  });

  it('shortens long names, and says only so much', () => {
    const [message] = listMessages({ elements: [{ ...TEXT, id: '长'.repeat(60), sizeMm: 0 }] });
    expect(message).toBe(`元素“${'长'.repeat(20)}…”的字的大小不能小于 0.5`);
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${i}`, 1]));
    expect(listMessages({ elements: [{ ...TEXT, ...many }] })).toEqual([
      '元素“e1”里不能有 k0、k1、k2、k3、k4',
    ]);
  });
});
