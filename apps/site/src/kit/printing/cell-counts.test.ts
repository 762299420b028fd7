import { describe, expect, it } from 'vitest';
import { listCountsByCellKind, formatCellCounts, sampleCellsInProportion } from './cell-counts.ts';
import { createZeroBatchCounts } from './print-counts.ts';

const createCounts = (some: Partial<ReturnType<typeof createZeroBatchCounts>>) => ({
  ...createZeroBatchCounts(),
  ...some,
});
const listCells = (some: Partial<ReturnType<typeof createZeroBatchCounts>>, onPrinter = true) =>
  sampleCellsInProportion(listCountsByCellKind(createCounts(some), onPrinter), 10).join(' ');

describe('what cells tell of a batch', () => {
  it('has one label on the printer, and the rest the client has taken still waits', () => {
    expect(
      formatCellCounts(listCountsByCellKind(createCounts({ printed: 16, sending: 24 }), true)),
    ).toBe('已打印 16，正在处理 1，等待打印 23');
    expect(
      formatCellCounts(
        listCountsByCellKind(createCounts({ printed: 16, sending: 20, queued: 4 }), false),
      ),
    ).toBe('已打印 16，等待打印 24');
    expect(
      formatCellCounts(listCountsByCellKind(createCounts({ cancelled: 3, expired: 1 }), true)),
    ).toBe('已取消 3，已过期 1');
  });
});

describe('a few cells for many labels', () => {
  it('are the labels themselves where there are few', () =>
    expect(listCells({ printed: 2, uncertain: 1, sending: 2 })).toBe(
      'ok ok uncertain running queued',
    ));
  it('show whatever there is, however little, and never more than one on the printer', () => {
    expect(listCells({ printed: 9_990, uncertain: 1, sending: 9 })).toBe(
      'ok ok ok ok ok ok ok uncertain running queued',
    );
    expect(listCells({ sending: 500 })).toBe(['running', ...Array(9).fill('queued')].join(' '));
    expect(listCells({ printed: 5_000, queued: 5_000 })).toBe(
      'ok ok ok ok ok queued queued queued queued queued',
    );
  });
  it('fill the strip whatever the mix', () => {
    const all = { printed: 13, sent: 9, uncertain: 8, failed: 7, sending: 5, queued: 3 };
    for (const cancelled of [0, 1, 2, 17, 400])
      expect(listCells({ ...all, cancelled }).split(' ')).toHaveLength(10);
  });
});
