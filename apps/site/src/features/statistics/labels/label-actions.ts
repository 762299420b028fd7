import { showConfirmDialog, toast } from '@yunbiao/ui';
import { useApi } from '../../../kit/site/site.tsx';
import { confirmReprint } from '../../../kit/printing/reprint-questions.ts';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { runConcurrently, runConcurrentlyConfirming } from '../run-concurrently.ts';
import type { Detail } from '../words.ts';

export type ResolveAction = 'printed' | 'reprint';

const REPRINTABLE: ReadonlySet<Detail['state']> = new Set([
  'uncertain',
  'failed',
  'cancelled',
  'expired',
  'printed',
  'sent',
]);

/** 已打印 resolves an uncertain label; 重新打印 reprints a label that is no longer in progress. */
export const isActionAllowedForLabel = (
  detail: Pick<Detail, 'state'>,
  action: ResolveAction,
): boolean => (action === 'printed' ? detail.state === 'uncertain' : REPRINTABLE.has(detail.state));

/**
 * Question asked before labels are reprinted that are, or may be, already printed. Returns '' when
 * there are none.
 */
export const buildReprintQuestion = (details: readonly Pick<Detail, 'state'>[]): string => {
  const printed = details.filter(({ state }) => state === 'printed').length;
  const out = printed + details.filter(({ state }) => state === 'sent').length;
  if (out === 0) return '';
  // For a label that the printer only received, there is no further evidence.
  const outcome = printed === out ? '已经打印过' : '打印机已经收下，可能打印过了';
  return details.length === 1
    ? `这一张${outcome}，再打印一张？`
    : `其中 ${out} 张${outcome}，重新打印？`;
};

const confirmLabelReprint = (details: readonly Detail[]): Promise<boolean> | true => {
  const message = buildReprintQuestion(details);
  if (message === '') return true;
  return showConfirmDialog({
    message,
    detail: '重新打印的排在后面，序号不变。',
    confirmText: '重新打印',
  });
};

/** Actions on labels. Calls `onDetail` with each updated label. */
export const useLabelActions = (
  onDetail: (detail: Pick<Detail, 'id'> & Partial<Detail>) => void,
) => {
  const api = useApi();
  const resolveDetails = async (
    details: readonly Detail[],
    action: ResolveAction,
  ): Promise<boolean> => {
    const able = details.filter((detail) => isActionAllowedForLabel(detail, action));
    if (able.length === 0) {
      toast.warn(action === 'printed' ? '选中的都不是待确认' : '选中的还没有打印完，等它打印完');
      return false;
    }
    if (action === 'reprint' && !(await confirmLabelReprint(able))) return false;
    const doneCount = await runConcurrentlyConfirming(
      able,
      ({ id, state }, consent) => api.call('detailResolve', { id, action, state, ...consent }),
      { ask: confirmReprint, onOk: onDetail },
    );
    if (doneCount.failure) showFailure(doneCount.failure);
    if (doneCount.ok > 0)
      toast.success(
        action === 'printed'
          ? `${doneCount.ok} 张记为已打印`
          : `${doneCount.ok} 张排到后面重新打印`,
      );
    return doneCount.ok > 0;
  };
  const changeColor = async (details: readonly Detail[]): Promise<void> => {
    const doneCount = await runConcurrently(
      details,
      ({ id }) => api.call('changeDetailsColor', { id }),
      onDetail,
    );
    if (doneCount.failure) showFailure(doneCount.failure);
  };
  return { resolve: resolveDetails, nextColor: changeColor };
};

export type LabelActions = ReturnType<typeof useLabelActions>;
