import type { LabelWarning } from '@yunbiao/label';
import { expect, it } from 'vitest';
import { cutOff } from './out-of-place.ts';

const warning = (code: LabelWarning['code'], message: string): LabelWarning => ({
  code,
  message,
  level: 'warning',
  elementId: 'a',
});

it('says what is cut off at an edge, and of how many labels', () => {
  const off = warning('outside-label', '品名超出标签，超出的部分不会印出');
  expect(cutOff([[], [warning('code-quiet-zone', '空白不够')]])).toBe('');
  expect(cutOff([[off]])).toBe('品名超出标签，超出的部分不会印出');
  expect(cutOff([[off], [], [off], [off]])).toBe(
    '品名超出标签，超出的部分不会印出（另有 2 张也是）',
  );
});
