import type { LabelData, Template } from '@yunbiao/label';
import { serialPlace, serialText } from '@yunbiao/label/serial';
import type { TemplateItem } from './template-picker.tsx';

type Place = {
  /** Row of the submission, from 0. */
  row: number;
  copies: number;
};

/**
 * The serial numbers the first copy of a row would have if it were sent now, as the label shows them. Another batch may
 * be there first: the server gives them.
 */
export const comingNumbers = (
  { content, serials }: Pick<TemplateItem, 'content' | 'serials'>,
  { row, copies }: Place,
): LabelData =>
  Object.fromEntries(
    content.fields.flatMap(({ name, serial }) => {
      const next = serials.find(({ field }) => field === name)?.next;
      if (serial === undefined || next === undefined) return [];
      const place = serialPlace(serial, { sequence: row + 1, copy: 1, copies });
      return [[name, serialText(serial, next + place * serial.step)]];
    }),
  );

/** What is not asked for, and where it comes from; '' when everything is. */
export const computedNote = ({ fields }: Template, coming: LabelData): string => {
  const worked = fields.filter(({ formula }) => formula !== undefined).map(({ label }) => label);
  const counted = fields.flatMap(({ name, label, serial }) =>
    serial === undefined ? [] : [`${label}现在轮到 ${coming[name] ?? '－'}`],
  );
  return [
    ...(worked.length > 0 ? [`${worked.join('、')}是算出来的，不用填`] : []),
    ...(counted.length > 0 ? [`${counted.join('，')}，提交时才给，别处先提交就往后排`] : []),
  ].join('；');
};
