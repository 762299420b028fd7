import { MAX_ELEMENTS } from '@yunbiao/contract/limits/template';
import { toast } from '@yunbiao/ui/toast.ts';
import type { Designer } from '../designer.ts';
import { duplicate } from '../model/arrange.ts';
import { getMovable } from '../model/doc.ts';

export const FULL = `放不下了：一张标签最多 ${MAX_ELEMENTS} 个元素`;

/** Copies of what is chosen, so far from it, mm; where there is no room for all of them there are none, and it is said. */
export const copyBeside = (designer: Designer, dxMm: number, dyMm: number): void => {
  const before = designer.doc();
  if (getMovable(before).length === 0) return;
  designer.act('复制', duplicate(dxMm, dyMm));
  if (designer.doc() === before) toast.error(FULL);
};
