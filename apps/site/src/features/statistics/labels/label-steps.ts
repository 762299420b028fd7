import { DETAIL_WORDS } from '../../../kit/printing/print-status.ts';
import { type Detail, describeEvidenceOfLabel } from '../words.ts';

export type Step = {
  at: string | null;
  what: string;
  how: string;
  /** Time since the previous step, ms. */
  afterMs: number | null;
  isUncertain?: boolean;
};

const measureElapsedMs = (at: string | null, before: string | null): number | null =>
  at === null || before === null ? null : Math.max(0, Date.parse(at) - Date.parse(before));

/** Formats a duration: `22 ms`, `4.2 秒`, `3 分钟`. */
export const formatElapsedTime = (ms: number): string => {
  if (ms < 1000) return `${ms}\u00A0ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}\u00A0秒`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)}\u00A0分钟`;
  return `${(ms / 3_600_000).toFixed(1)}\u00A0小时`;
};

const toPrinterChangeStep = ({ from, to, reason, at }: Detail['moves'][number]): Step => ({
  at,
  what: `从${from}转到${to}`,
  how: reason,
  afterMs: null,
});

/** Steps of the site: it stores the label and moves it to other printers. */
const listSiteSteps = ({ queuedAt, moves, attempt }: Detail): Step[] => {
  const movesBefore = moves.filter(({ at }) => at < queuedAt);
  const steps: Step[] = [
    ...movesBefore.map(toPrinterChangeStep),
    {
      at: queuedAt,
      what: '已收下并保存',
      how: attempt > 1 ? `第 ${attempt} 次` : '',
      afterMs: null,
    },
  ];
  for (const move of moves.slice(movesBefore.length))
    steps.push({
      ...toPrinterChangeStep(move),
      afterMs: measureElapsedMs(move.at, steps.at(-1)?.at ?? null),
    });
  return steps;
};

/** Recorded steps of a label, in order of time. */
export const listLabelSteps = (detail: Detail): Step[] => {
  const { queuedAt, leasedAt, startedAt, consumedAt, finishedAt, state } = detail;
  const endedAt = detail.endedAt ?? finishedAt;
  const steps = listSiteSteps(detail);
  if (leasedAt)
    steps.push({
      at: leasedAt,
      what: '客户端领走',
      how: detail.printerName,
      afterMs: measureElapsedMs(leasedAt, steps.at(-1)?.at ?? null),
    });
  if (startedAt)
    steps.push({
      at: startedAt,
      what: '开始发给打印机',
      how: '',
      afterMs: measureElapsedMs(startedAt, leasedAt),
    });
  if (consumedAt)
    steps.push({
      at: consumedAt,
      what: '打印机收完',
      how: '',
      afterMs: measureElapsedMs(consumedAt, startedAt),
    });
  if (finishedAt)
    steps.push({
      at: endedAt,
      what: DETAIL_WORDS[state].text,
      how: describeEvidenceOfLabel(detail),
      afterMs: measureElapsedMs(endedAt, consumedAt ?? startedAt ?? leasedAt ?? queuedAt),
      isUncertain: state === 'uncertain',
    });
  if (finishedAt && detail.endedAt)
    steps.push({
      at: finishedAt,
      what: '网站记下结果',
      how: '',
      afterMs: measureElapsedMs(finishedAt, endedAt),
    });
  else if (finishedAt) return steps;
  else if (leasedAt) steps.push({ at: null, what: '等客户端回话', how: '', afterMs: null });
  return steps;
};
