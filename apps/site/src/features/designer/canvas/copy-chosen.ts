import { MAX_ELEMENTS } from '@yunbiao/contract/limits/template';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import type { Designer } from '../designer.ts';
import { duplicate } from '@yunbiao/designer/arrange';
import { listMovableSelection } from '@yunbiao/designer/doc';

export const TOO_MANY_ELEMENTS_MESSAGE = `放不下了：一张标签最多 ${MAX_ELEMENTS} 个元素`;

/**
 * Adds moved copies of the selected elements, offset in mm. Adds none and shows an error when they
 * exceed the maximum number of elements.
 */
export const duplicateSelectedElements = (designer: Designer, dxMm: number, dyMm: number): void => {
  const before = designer.getDoc();
  if (listMovableSelection(before).length === 0) return;
  designer.execute('复制', duplicate(dxMm, dyMm));
  if (designer.getDoc() === before) toast.error(TOO_MANY_ELEMENTS_MESSAGE);
};
