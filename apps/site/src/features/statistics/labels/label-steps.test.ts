import { describe, expect, it } from 'vitest';
import { formatElapsedTime, listLabelSteps } from './label-steps.ts';
import type { Detail } from '../words.ts';

const detail: Detail = {
  id: '1',
  batchNo: 'B',
  sequence: 145,
  copy: 1,
  sheetRow: null,
  attempt: 1,
  data: {},
  title: 'A-03-12',
  state: 'printed',
  evidence: 'counter-moved',
  reason: '',
  color: '',
  counterFrom: 7,
  counterTo: 8,
  templateName: '货位标签',
  printerName: '发货台',
  queuedAt: '2026-11-21T06:02:11.212Z',
  leasedAt: '2026-11-21T06:02:11.234Z',
  startedAt: null,
  consumedAt: null,
  endedAt: null,
  moves: [],
  finishedAt: '2026-11-21T06:02:15.434Z',
};

describe('what happened to a label', () => {
  it('tells each recorded step and the time in between', () =>
    expect(listLabelSteps(detail).map(({ what, how, afterMs }) => [what, how, afterMs])).toEqual([
      ['已收下并保存', '', null],
      ['客户端领走', '发货台', 22],
      ['已打印', '计数器 7 → 8', 4200],
    ]));
  it('tells where it went from one printer to another, and why', () => {
    const moved = {
      ...detail,
      moves: [{ from: '一号', to: '发货台', reason: '缺纸', at: '2026-11-21T06:02:11.222Z' }],
    };
    const steps = listLabelSteps(moved).map(({ what, how, afterMs }) => [what, how, afterMs]);
    expect(steps).toEqual([
      ['已收下并保存', '', null],
      ['从一号转到发货台', '缺纸', 10],
      ['客户端领走', '发货台', 12],
      ['已打印', '计数器 7 → 8', 4200],
    ]);
    // The move belongs to an earlier attempt.
    const [earlier] = moved.moves;
    const again = { ...moved, attempt: 2, moves: [{ ...earlier, at: '2026-11-21T05:00:00.000Z' }] };
    expect(listLabelSteps(again as typeof moved).map(({ what }) => what)).toEqual([
      '从一号转到发货台',
      '已收下并保存',
      '客户端领走',
      '已打印',
    ]);
  });
  it('tells what the print client told, and when the site heard of it', () => {
    const told = {
      ...detail,
      startedAt: '2026-11-21T06:02:11.254Z',
      consumedAt: '2026-11-21T06:02:11.354Z',
      endedAt: '2026-11-21T06:02:15.414Z',
    };
    expect(listLabelSteps(told).map(({ what, afterMs }) => [what, afterMs])).toEqual([
      ['已收下并保存', null],
      ['客户端领走', 22],
      ['开始发给打印机', 20],
      ['打印机收完', 100],
      ['已打印', 4060],
      ['网站记下结果', 20],
    ]);
    const byMember = { ...told, endedAt: null, evidence: 'member' as const };
    expect(listLabelSteps(byMember).map(({ what }) => what)).toEqual([
      '已收下并保存',
      '客户端领走',
      '开始发给打印机',
      '打印机收完',
      '已打印',
    ]);
  });
  it('ends with the wait while the printer has not answered', () =>
    expect(listLabelSteps({ ...detail, state: 'sending', finishedAt: null }).at(-1)?.what).toBe(
      '等客户端回话',
    ));
  it('has no lease for a label cancelled in the queue', () =>
    expect(
      listLabelSteps({ ...detail, state: 'cancelled', evidence: 'none', leasedAt: null }).map(
        ({ what }) => what,
      ),
    ).toEqual(['已收下并保存', '已取消']));
  it('writes times with a unit people read', () =>
    expect([22, 4200, 120_000, 9_000_000].map(formatElapsedTime)).toEqual([
      '22\u00A0ms',
      '4.2\u00A0秒',
      '2\u00A0分钟',
      '2.5\u00A0小时',
    ]));
});
