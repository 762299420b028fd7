import type { Place } from './model/layout.ts';

export const PLACES: readonly { value: Place; label: string }[] = [
  { value: 'top-left', label: '左上' },
  { value: 'top-centre', label: '上面' },
  { value: 'top-right', label: '右上' },
  { value: 'middle-left', label: '左边' },
  { value: 'middle-centre', label: '正中' },
  { value: 'middle-right', label: '右边' },
  { value: 'bottom-left', label: '左下' },
  { value: 'bottom-centre', label: '下面' },
  { value: 'bottom-right', label: '右下' },
];
