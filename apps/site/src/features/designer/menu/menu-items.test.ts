import type { TemplateElement } from '@yunbiao/label';
import { expect, it } from 'vitest';
import { listMenuGroups, type MenuPage } from './menu-items.ts';

const create = (id: string, more: object = {}): TemplateElement => ({
  type: 'rect',
  id,
  xMm: 0,
  yMm: 0,
  widthMm: 5,
  heightMm: 5,
  rotation: 0,
  lineMm: 0.25,
  ...more,
});

const list = (elements: TemplateElement[], page: MenuPage = 'main'): string[] => {
  const template = { version: 1, widthMm: 60, heightMm: 40, fields: [], elements } as const;
  const doc = { template: { ...template, fields: [] }, chosen: elements.map(({ id }) => id) };
  return listMenuGroups(page, doc)
    .flat()
    .filter(({ isEnabled }) => isEnabled)
    .map(({ label }) => label);
};

it('offers only pasting where nothing is selected', () => {
  expect(list([])).toEqual(['粘贴到这里']);
  expect(list([], 'align')).toEqual([]);
});

it('offers one element the commands of the shortcuts', () => {
  expect(list([create('a')])).toEqual(
    '剪切 复制 粘贴到这里 复制一份 复制样式 粘贴样式 置于顶层 上移一层 下移一层 置于底层 锁定 隐藏 删除'.split(
      ' ',
    ),
  );
  expect(list([create('a')], 'align')).toEqual(
    '左对齐 水平居中 右对齐 上对齐 垂直居中 下对齐'.split(' '),
  );
});

it('groups several, distributes three, and takes groups apart', () => {
  expect(list([create('a'), create('b')])).toContain('组合');
  expect(list([create('a'), create('b'), create('c')], 'align')).toContain('水平等距');
  expect(list([create('a', { group: 'g1' })])).toContain('取消组合');
});

it('offers a locked element to be unlocked, and leaves the rest of it alone', () => {
  expect(list([create('a', { locked: true, hidden: true })])).toEqual(
    '粘贴到这里 复制样式 解锁 显示'.split(' '),
  );
});
