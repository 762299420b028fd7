import { showConfirmDialog } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import { type Recall, updateRecallProgress, describeRecalledCounts } from './print-counts.ts';
import { showFailure } from '../page/show-failure.ts';
import { useApi } from '../site/site.tsx';
import type { BatchInfo } from './batch-state.ts';

/** Cancels the unprinted labels of a batch and tracks the result. */
export const useCancelUnprinted = (info: BatchInfo, onDone: () => void) => {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [askedRecall, setAsked] = useState<Recall | null>(null);
  const recall = askedRecall && updateRecallProgress(askedRecall, info);
  // Freeze a completed result; later reprints do not change it.
  useEffect(() => {
    if (recall && recall !== askedRecall && recall.open === 0) setAsked(recall);
  }, [recall, askedRecall]);

  const isOpen = recall !== null && recall.open > 0;
  const cancellableCount = info.cancellable;
  const confirmAndCancelBatch = async (): Promise<void> => {
    const isConfirmed = await showConfirmDialog({
      message: `取消没打印的 ${cancellableCount.toLocaleString('zh-CN')} 张？`,
      detail: '打印机已经收下的拦不住。取消后会写明撤回了几张，撤回的可以在标签明细里重新打印。',
      confirmText: '取消打印',
      cancelText: '继续打印',
      danger: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    const cancelledBefore = info.counts.cancelled;
    const reply = await api.call('batchCancel', { batchNo: info.batchNo });
    setBusy(false);
    if (reply.state === 'fail') return showFailure(reply);
    const { cancelled, requested } = reply.data;
    setAsked({
      asked: cancelled + requested,
      before: cancelledBefore,
      recalled: cancelled,
      open: requested,
    });
    onDone();
  };
  const isUnderWay = busy || isOpen;
  return {
    left: cancellableCount,
    /** Recalled labels cannot be recalled again; the button stays busy until the client replies. */
    isOffered: cancellableCount > 0 || isUnderWay,
    cancel: () => void confirmAndCancelBatch(),
    isUnderWay,
    said: recall ? describeRecalledCounts(recall) : '',
  };
};
