import { MAX_ELEMENTS } from '@yunbiao/contract/limits/template';
import type { TemplateElement } from '@yunbiao/label';
import { toasts } from '@yunbiao/ui/overlay/toast.ts';
import { expect, it } from 'vitest';
import { createDesigner } from '../designer.ts';
import { NEW_LABEL } from '../file/source.ts';
import { selectAllElements } from '@yunbiao/designer/arrange';
import { duplicateSelectedElements, TOO_MANY_ELEMENTS_MESSAGE } from './copy-chosen.ts';

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
  const designer = createDesigner({ ...NEW_LABEL, template: { ...NEW_LABEL.template, elements } });
  designer.execute('选择', selectAllElements);
  return designer;
};

it('makes copies, and says when there is no room for them', () => {
  const half = getDesigner(MAX_ELEMENTS / 2);
  duplicateSelectedElements(half, 2, 2);
  expect(half.getDoc().template.elements).toHaveLength(MAX_ELEMENTS);
  expect(toasts.get()).toEqual([]);
  duplicateSelectedElements(half, 2, 2);
  expect(half.getDoc().template.elements).toHaveLength(MAX_ELEMENTS);
  expect(toasts.get().map(({ message }) => message)).toEqual([TOO_MANY_ELEMENTS_MESSAGE]);
});

it('says nothing where nothing is chosen', () => {
  const before = toasts.get().length;
  duplicateSelectedElements(createDesigner(NEW_LABEL), 2, 2);
  expect(toasts.get()).toHaveLength(before);
});
