import type { LabelData, Template } from '@yunbiao/label';

/**
 * Describes the fields that are computed or numbered, not entered. Returns '' when all are entered.
 */
export const describeComputedFields = ({ fields }: Template, coming: LabelData): string => {
  const computedLabels = fields
    .filter(({ formula }) => formula !== undefined)
    .map(({ label }) => label);
  const serialTexts = fields.flatMap(({ name, label, serial }) =>
    serial === undefined ? [] : [`${label}现在轮到 ${coming[name] ?? '－'}`],
  );
  return [
    ...(computedLabels.length > 0 ? [`${computedLabels.join('、')}是算出来的，不用填`] : []),
    ...(serialTexts.length > 0
      ? [`${serialTexts.join('，')}，提交时才给，别处先提交就往后排`]
      : []),
  ].join('；');
};
