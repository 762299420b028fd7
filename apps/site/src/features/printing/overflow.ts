import type { LabelWarning } from '@yunbiao/label';

/**
 * Describes the content that the first label loses at an edge, and counts the other such labels.
 * Returns '' when no label overflows.
 */
export const describeOverflow = (labels: readonly (readonly LabelWarning[])[]): string => {
  const cut = labels.flatMap((warnings) => {
    const warning = warnings.find(({ code }) => code === 'outside-label');
    return warning ? [warning.message] : [];
  });
  const [first] = cut;
  if (first === undefined) return '';
  return cut.length > 1 ? `${first}（另有 ${cut.length - 1} 张也是）` : first;
};
