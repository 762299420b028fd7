import { Link } from '@tanstack/react-router';
import type { LiveBatch } from '../../../kit/printing/batch-state.ts';
import { useCancelUnprinted } from '../../../kit/printing/use-cancel-unprinted.ts';
import { useSoftwareAlias } from '../../../kit/site/site.tsx';
import css from '../print.module.css';

const CancelUnprintedButton = ({ batch, onDone }: { batch: LiveBatch; onDone: () => void }) => {
  const { left, isOffered, cancel, isUnderWay, said } = useCancelUnprinted(batch.info, onDone);
  return (
    <>
      {isOffered && (
        <button
          type="button"
          className="button compact push-end"
          disabled={isUnderWay}
          onClick={cancel}
        >
          {isUnderWay ? '正在撤回…' : `取消没打印的 ${left.toLocaleString('zh-CN')} 张`}
        </button>
      )}
      <p className={css.recall} aria-live="polite">
        {said}
      </p>
    </>
  );
};

export const BatchActions = ({
  batch,
  onAgain,
  onDone,
}: {
  batch: LiveBatch;
  onAgain: (() => void) | undefined;
  onDone: () => void;
}) => {
  const soft = useSoftwareAlias();
  const { batchNo, counts } = batch.info;
  return (
    <>
      {counts.uncertain > 0 && (
        <p className={css.warn}>
          有 {counts.uncertain} 张待确认，
          <Link
            className="link"
            to="/$soft/user/printStatDetail"
            params={{ soft }}
            search={{ batchNo }}
            hash="uncertain"
          >
            去确认
          </Link>
        </p>
      )}
      <div className="row">
        <Link
          className="button compact"
          to="/$soft/user/printStatDetail"
          params={{ soft }}
          search={{ batchNo }}
        >
          查看明细
        </Link>
        {onAgain && (
          <button type="button" className="button compact" onClick={onAgain}>
            再打印一批
          </button>
        )}
        <CancelUnprintedButton batch={batch} onDone={onDone} />
      </div>
    </>
  );
};
