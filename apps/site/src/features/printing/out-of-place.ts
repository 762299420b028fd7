import type { LabelWarning } from '@yunbiao/label';

/** What the first label that loses something at an edge loses, and how many more do; '' when none does. */
export const cutOff = (labels: readonly (readonly LabelWarning[])[]): string => {
  const cut = labels.flatMap((warnings) => {
    const warning = warnings.find(({ code }) => code === 'outside-label');
    return warning ? [warning.message] : [];
  });
  const [first] = cut;
  if (first === undefined) return '';
  return cut.length > 1 ? `${first}（另有 ${cut.length - 1} 张也是）` : first;
};
