import { DETAIL_WORDS } from '../../kit/printing/print-words.ts';
import { type Detail, evidenceText } from './words.ts';

export type Step = {
  at: string | null;
  what: string;
  how: string;
  /** Since the step before, ms. */
  afterMs: number | null;
  unsure?: boolean;
};

const since = (at: string | null, before: string | null): number | null =>
  at === null || before === null ? null : Math.max(0, Date.parse(at) - Date.parse(before));

/** `22 ms`, `4.2 秒`, `3 分钟`. */
export const gapText = (ms: number): string => {
  if (ms < 1000) return `${ms}\u00A0ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}\u00A0秒`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)}\u00A0分钟`;
  return `${(ms / 3_600_000).toFixed(1)}\u00A0小时`;
};

const getMove = ({ from, to, reason, at }: Detail['moves'][number]): Step => ({
  at,
  what: `从${from}转到${to}`,
  how: reason,
  afterMs: null,
});

/** Where a label has been, as far as it is recorded. */
export const getStory = (detail: Detail): Step[] => {
  const { queuedAt, leasedAt, startedAt, consumedAt, finishedAt, state } = detail;
  const endedAt = detail.endedAt ?? finishedAt;
  const before = detail.moves.filter(({ at }) => at < queuedAt);
  const steps: Step[] = [
    ...before.map(getMove),
    {
      at: queuedAt,
      what: '收下并存好',
      how: detail.attempt > 1 ? `第 ${detail.attempt} 次` : '',
      afterMs: null,
    },
  ];
  for (const move of detail.moves.slice(before.length))
    steps.push({ ...getMove(move), afterMs: since(move.at, steps.at(-1)?.at ?? null) });
  if (leasedAt)
    steps.push({
      at: leasedAt,
      what: '客户端领走',
      how: detail.printerName,
      afterMs: since(leasedAt, steps.at(-1)?.at ?? null),
    });
  if (startedAt)
    steps.push({
      at: startedAt,
      what: '开始发给打印机',
      how: '',
      afterMs: since(startedAt, leasedAt),
    });
  if (consumedAt)
    steps.push({
      at: consumedAt,
      what: '打印机收完',
      how: '',
      afterMs: since(consumedAt, startedAt),
    });
  if (finishedAt)
    steps.push({
      at: endedAt,
      what: DETAIL_WORDS[state].text,
      how: evidenceText(detail),
      afterMs: since(endedAt, consumedAt ?? startedAt ?? leasedAt ?? queuedAt),
      unsure: state === 'uncertain',
    });
  if (finishedAt && detail.endedAt)
    steps.push({
      at: finishedAt,
      what: '网站记下结果',
      how: '',
      afterMs: since(finishedAt, endedAt),
    });
  else if (finishedAt) return steps;
  else if (leasedAt) steps.push({ at: null, what: '等客户端回话', how: '', afterMs: null });
  return steps;
};
