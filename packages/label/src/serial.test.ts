import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateFormulas } from './formulas.ts';
import {
  computeLargestSerial,
  computeNextSerial,
  getSerialPeriod,
  computeSerialIndexInBatch,
  formatSerial,
} from './serial.ts';
import { getLayout, getTemplate, createTextElement } from './testing/fixtures.ts';
import type { SerialRule } from './template.ts';

const createRule = (rest: Partial<SerialRule> = {}): SerialRule => ({
  start: 1,
  step: 1,
  width: 4,
  digits: 'decimal',
  reset: 'never',
  perCopy: false,
  ...rest,
});

describe('a number on a label', () => {
  it.each([
    [createRule(), 7, '0007'],
    [createRule({ width: 0 }), 12345, '12345'],
    [createRule({ width: 0 }), 0, '0'],
    [createRule({ digits: 'hex' }), 255, '00FF'],
    [createRule({ digits: 'base36' }), 35, '000Z'],
    [createRule({ digits: 'clear' }), 18, '000J'],
    [createRule({ digits: 'letters', width: 3 }), 0, 'AAA'],
    [createRule({ digits: 'letters', width: 3 }), 27, 'ABB'],
    [createRule({ digits: 'custom', alphabet: '甲乙丙', width: 3 }), 5, '甲乙丙'],
  ])('is written by its rule: %o', (item, number, text) =>
    expect(formatSerial(item, number)).toBe(text),
  );

  it('is another text for every other number, as long as there is room', () => {
    const digits = fc.constantFrom<SerialRule['digits'][]>(
      'decimal',
      'hex',
      'base36',
      'clear',
      'letters',
    );
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 9 }), fc.nat(), (of, width, seed) => {
        const rule = createRule({ digits: of, width });
        const largest = computeLargestSerial(rule);
        const number = seed % largest;
        const [text, next] = [formatSerial(rule, number), formatSerial(rule, number + 1)];
        expect(text).toHaveLength(width);
        expect(next).toHaveLength(width);
        expect(next > text).toBe(true);
        expect(formatSerial({ ...rule, width: 0 }, largest + 1).length).toBeGreaterThan(width);
      }),
    );
  });
});

describe('the next number', () => {
  it('is the start, then a step further, and never one that was given', () => {
    expect(computeNextSerial(createRule({ start: 100, step: 5 }), null)).toBe(100);
    expect(computeNextSerial(createRule({ start: 100, step: 5 }), 100)).toBe(105);
    expect(computeNextSerial(createRule({ start: 1 }), 100)).toBe(101);
    expect(computeNextSerial(createRule({ start: 500 }), 100)).toBe(500);
  });

  it('begins again with the day, month or year', () => {
    const at = '2026-11-23T23:59:59';
    expect(
      (['never', 'daily', 'monthly', 'yearly'] as const).map((reset) =>
        getSerialPeriod(createRule({ reset }), at),
      ),
    ).toEqual(['', '2026-11-23', '2026-11', '2026']);
  });

  it('is one a row, or one a copy', () => {
    const label = { sequence: 3, copy: 2, copies: 4 };
    expect(computeSerialIndexInBatch(createRule(), label)).toBe(2);
    expect(computeSerialIndexInBatch(createRule({ perCopy: true }), label)).toBe(9);
  });
});

it('a serial field is told where nobody gave the number, and formulas may use it', () => {
  const template = {
    ...getTemplate([createTextElement('{{箱号}}')]),
    fields: [
      { name: '号', label: '号', sample: '', serial: createRule() },
      { name: '箱号', label: '箱号', sample: '', formula: '"WH-" & 号 & 校验位(号)' },
    ],
  };
  expect(evaluateFormulas(template, { 号: '0042' }).data.箱号).toBe('WH-00420');
  expect(getLayout(template, {}).warnings.map(({ message }) => message)).toContain(
    '文字“箱号”，箱号：号：还没有号码，提交时才给',
  );
});
