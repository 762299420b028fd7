import type { SerialRule, Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import {
  assignSerialNumbers,
  describeOtherNumbers,
  describeReservation,
  refuseReservation,
} from './serial-numbers.ts';

const rule: SerialRule = {
  start: 1,
  step: 1,
  width: 4,
  digits: 'decimal',
  reset: 'never',
  perCopy: false,
};

const template: Template = {
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [
    { name: '品名', label: '品名', sample: '苹果' },
    { name: '号', label: '箱号', sample: '0001', serial: rule },
  ],
  elements: [
    {
      type: 'text',
      id: 'e1',
      xMm: 0,
      yMm: 0,
      widthMm: 20,
      heightMm: 5,
      rotation: 0,
      content: '{{号}}',
      sizeMm: 3,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
  ],
};

const withSecond: Template = {
  ...template,
  fields: [
    ...template.fields,
    { name: '件', label: '件号', sample: 'A', serial: { ...rule, step: 5, perCopy: true } },
  ],
};

describe('the serial numbers of an export', () => {
  it('need a member, a saved template with these rules, and not too many rows', () => {
    const source = { id: '7', own: true, version: 3, category: '' };
    const file = { source, stored: { name: '箱', template: structuredClone(template) } };
    const wanted = { template, rows: 12, isMember: true };
    expect(refuseReservation(file, wanted)).toBeNull();
    const wider = { ...template, widthMm: 60 };
    expect(refuseReservation(file, { ...wanted, template: wider })).toBeNull();
    const refusals = [
      refuseReservation(file, { ...wanted, isMember: false }),
      refuseReservation({ ...file, source: { ...source, id: null } }, wanted),
      refuseReservation(file, { ...wanted, template: withSecond }),
      refuseReservation(file, { ...wanted, rows: 10_001 }),
    ];
    expect(refusals.map((refusal) => refusal?.message)).toEqual([
      expect.stringContaining('先登录，保存这个模板'),
      expect.stringContaining('按保存的模板给'),
      expect.stringContaining('流水号的设置改过'),
      expect.stringContaining('一次最多占用 10,000 个号'),
    ]);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ level: 'error', elementId: 'e1' });
  });

  it('are announced with their count and range', () => {
    expect(describeReservation(template, [{ field: '号', next: 1 }], 12)).toEqual({
      message: '会占用 12 个号：0001–0012。',
      detail: '占用了就不再给别的标签，导出失败也不退回。',
    });
    const serials = [
      { field: '号', next: 9 },
      { field: '件', next: 10 },
    ];
    expect(describeReservation(withSecond, serials, 3).message).toBe(
      '会占用 6 个号：箱号 0009–0011，件号 0010–0020。',
    );
    expect(describeReservation(template, serials, 1).message).toBe('会占用 1 个号：0009。');
  });

  it('are named again when others than the announced ones were taken', () => {
    const [announced, taken] = [1, 5].map((next) => [{ field: '号', next }]);
    if (!announced || !taken) throw new Error('no numbers');
    expect(describeOtherNumbers(template, { announced, taken: announced }, 12)).toBe('');
    expect(describeOtherNumbers(template, { announced, taken }, 12)).toBe(
      '别处刚用了几个号，这次占用的是 0005–0016',
    );
  });

  it('are those that printing would give to the rows, and replace what a row says', () => {
    const serials = [
      { field: '号', next: 9 },
      { field: '件', next: 10 },
    ];
    const rows = [{ 品名: '梨', 号: '0001' }, { 品名: '桃' }];
    expect(assignSerialNumbers(withSecond, serials, rows)).toEqual([
      { 品名: '梨', 号: '0009', 件: '0010' },
      { 品名: '桃', 号: '0010', 件: '0015' },
    ]);
  });
});
