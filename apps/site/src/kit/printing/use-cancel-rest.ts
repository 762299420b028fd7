import { confirm } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import { type Recall, recallNow, recallText } from './print-counts.ts';
import { sayFailure } from '../page/say-failure.ts';
import { useApi } from '../site/site.tsx';
import type { BatchInfo } from './batch-state.ts';

/** Taking back what is not printed yet of a batch, and what came of it. */
export const useCancelRest = (info: BatchInfo, onDone: () => void) => {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Recall | null>(null);
  const recall = asked && recallNow(asked, info);
  // Settled once: what is printed again later is another story.
  useEffect(() => {
    if (recall && recall !== asked && recall.open === 0) setAsked(recall);
  }, [recall, asked]);

  const isOpen = recall !== null && recall.open > 0;
  const left = info.cancellable;
  const cancel = async (): Promise<void> => {
    const sure = await confirm({
      message: `取消没印的 ${left.toLocaleString('zh-CN')} 张？`,
      detail: '打印机已经收下的拦不住。取消后会写明撤回了几张，撤回的可以在标签明细里重打。',
      confirmText: '取消打印',
      cancelText: '接着打',
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    const before = info.counts.cancelled;
    const reply = await api.call('batchCancel', { batchNo: info.batchNo });
    setBusy(false);
    if (reply.state === 'fail') return sayFailure(reply);
    const { cancelled, requested } = reply.data;
    setAsked({ asked: cancelled + requested, before, recalled: cancelled, open: requested });
    onDone();
  };
  const isUnderWay = busy || isOpen;
  return {
    left,
    /** What has been asked back cannot be asked back again: the button waits with the answers. */
    isOffered: left > 0 || isUnderWay,
    cancel: () => void cancel(),
    isUnderWay,
    said: recall ? recallText(recall) : '',
  };
};
