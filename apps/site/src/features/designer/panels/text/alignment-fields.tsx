import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { isVertical, type TextProps } from './text-props.ts';

const WEIGHTS = [
  { value: '400', label: '常规' },
  { value: '700', label: '粗' },
];

const HORIZONTAL = [
  { value: 'left', label: '左' },
  { value: 'center', label: '中' },
  { value: 'right', label: '右' },
];

const VERTICAL = [
  { value: 'top', label: '上' },
  { value: 'middle', label: '中' },
  { value: 'bottom', label: '下' },
];

/** Weight of the characters, and their place in the box. */
export const AlignmentFields = ({ text, set }: TextProps) => (
  <>
    <Segmented
      legend="粗细"
      name="weight"
      small
      value={String(text.weight)}
      options={WEIGHTS}
      onChange={(weight) => set('修改粗细', { weight: Number(weight) })}
    />
    <Segmented
      legend="左右"
      name="align"
      small
      value={text.align}
      options={HORIZONTAL}
      onChange={(value) => set('对齐', { align: value })}
    />
    <Segmented
      legend="上下"
      name="vertical-align"
      small
      value={text.verticalAlign ?? (text.fit === 'wrap' || isVertical(text) ? 'top' : 'middle')}
      options={VERTICAL}
      onChange={(value) => set('对齐', { verticalAlign: value })}
    />
  </>
);
