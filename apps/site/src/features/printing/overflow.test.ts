import type { LabelWarning } from '@yunbiao/label';
import { expect, it } from 'vitest';
import { describeOverflow } from './overflow.ts';

const createWarning = (code: LabelWarning['code'], message: string): LabelWarning => ({
  code,
  message,
  level: 'warning',
  elementId: 'a',
});

it('says what is cut off at an edge, and of how many labels', () => {
  const off = createWarning('outside-label', '品名超出标签，超出的部分不会打印出');
  expect(describeOverflow([[], [createWarning('code-quiet-zone', '空白不够')]])).toBe('');
  expect(describeOverflow([[off]])).toBe('品名超出标签，超出的部分不会打印出');
  expect(describeOverflow([[off], [], [off], [off]])).toBe(
    '品名超出标签，超出的部分不会打印出（另有 2 张也是）',
  );
});
