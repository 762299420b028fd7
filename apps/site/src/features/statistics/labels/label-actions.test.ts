import { expect, it } from 'vitest';
import { buildReprintQuestion } from './label-actions.ts';

const createLabels = (...states: ('printed' | 'sent' | 'uncertain')[]) =>
  states.map((state) => ({ state }));

it('asks before what is out is printed again, and calls nothing printed that was only taken', () => {
  expect(buildReprintQuestion(createLabels('uncertain'))).toBe('');
  expect(buildReprintQuestion(createLabels('printed'))).toBe('这一张已经打印过，再打印一张？');
  expect(buildReprintQuestion(createLabels('sent'))).toBe(
    '这一张打印机已经收下，可能打印过了，再打印一张？',
  );
  expect(buildReprintQuestion(createLabels('printed', 'printed', 'uncertain'))).toBe(
    '其中 2 张已经打印过，重新打印？',
  );
  expect(buildReprintQuestion(createLabels('printed', 'sent'))).toBe(
    '其中 2 张打印机已经收下，可能打印过了，重新打印？',
  );
});
