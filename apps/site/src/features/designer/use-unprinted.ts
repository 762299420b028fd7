import { getElementDisplayName } from '@yunbiao/designer/element-names';
import { getGroupDisplayName } from '@yunbiao/designer/layers/layer-tree';
import type { LabelData, Template, Unprinted } from '@yunbiao/label';
import { useEffect, useMemo } from 'react';
import { useTemplateClock } from '../../kit/label/use-clock.ts';
import type { Designer } from './designer.ts';
import { useFormulaModule } from './panels/use-formulas.ts';

/** `这一行不打印：火焰图标、危险标志`. */
export const describeUnprinted = (
  { owners }: Unprinted,
  { fields }: Pick<Template, 'fields'>,
): string => {
  if (owners.length === 0) return '';
  const names = owners.map((owner) =>
    'type' in owner ? getElementDisplayName(owner, fields) : getGroupDisplayName(owner),
  );
  return `这一行不打印：${names.join('、')}`;
};

/** Finds what the conditions hide on a row; null until the formulas are loaded. */
export const useUnprintedFinder = (template: Template): ((row: LabelData) => Unprinted) | null => {
  const formulas = useFormulaModule();
  const at = useTemplateClock(template);
  return useMemo(
    () => formulas && ((row: LabelData) => formulas.findUnprinted(template, row, { at })),
    [formulas, template, at],
  );
};

/** Keeps what the shown label does not print where canvas and layers read it. */
export const useUnprintedElements = (
  designer: Designer,
  { template, data }: { template: Template; data: LabelData },
): void => {
  const find = useUnprintedFinder(template);
  useEffect(() => {
    if (find) designer.unprinted.set(find(data).ids);
  }, [designer, find, data]);
};
