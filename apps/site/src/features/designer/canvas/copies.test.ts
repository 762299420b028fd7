import { MAX_ELEMENTS } from '@yunbiao/contract/limits/template';
import type { TemplateElement } from '@yunbiao/label';
import { toasts } from '@yunbiao/ui/toast.ts';
import { expect, it } from 'vitest';
import { createDesigner } from '../designer.ts';
import { EMPTY } from '../file/source.ts';
import { chooseAll } from '../model/arrange.ts';
import { copyBeside, FULL } from './copies.ts';

const rectAt = (n: number): TemplateElement => ({
  id: `e${n}`,
  type: 'rect',
  xMm: 1,
  yMm: 1,
  widthMm: 5,
  heightMm: 5,
  rotation: 0,
  lineMm: 0.25,
});

const getDesigner = (count: number) => {
  const elements = Array.from({ length: count }, (_, n) => rectAt(n));
  const designer = createDesigner({ ...EMPTY, template: { ...EMPTY.template, elements } });
  designer.act('选择', chooseAll);
  return designer;
};

it('makes copies, and says when there is no room for them', () => {
  const half = getDesigner(MAX_ELEMENTS / 2);
  copyBeside(half, 2, 2);
  expect(half.doc().template.elements).toHaveLength(MAX_ELEMENTS);
  expect(toasts.get()).toEqual([]);
  copyBeside(half, 2, 2);
  expect(half.doc().template.elements).toHaveLength(MAX_ELEMENTS);
  expect(toasts.get().map(({ message }) => message)).toEqual([FULL]);
});

it('says nothing where nothing is chosen', () => {
  const before = toasts.get().length;
  copyBeside(createDesigner(EMPTY), 2, 2);
  expect(toasts.get()).toHaveLength(before);
});
