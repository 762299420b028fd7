import { Icon, Status } from '@yunbiao/ui';
import css from './print.module.css';
import type { PrintData } from './print-page.tsx';
import type { usePrintJob } from './use-print-job.ts';

const Left = ({ usage, count }: { usage: PrintData['usage']; count: number }) => {
  const left = usage.labelsPerMonth - usage.labelsThisMonth - count;
  return left >= 0 ? (
    <span className="s qq">印后本月还剩 {left.toLocaleString('zh-CN')} 张</span>
  ) : (
    <span className={`s ${css.warn}`}>
      本月只剩 {Math.max(0, usage.labelsPerMonth - usage.labelsThisMonth).toLocaleString('zh-CN')}{' '}
      张
    </span>
  );
};

type BarProps = {
  job: ReturnType<typeof usePrintJob>;
  usage: PrintData['usage'];
  sending: boolean;
  lost: boolean;
  error: string | undefined;
};

/** The button with what it will print, and what keeps it from it. */
export const PrintBar = ({ job, usage, sending, lost, error }: BarProps) => (
  <>
    <div className="savebar">
      <button
        type="submit"
        className="btn go"
        disabled={sending || job.isChecking || job.stop !== ''}
      >
        <Icon name="print" />
        {sending
          ? '正在发送…'
          : job.isChecking
            ? '正在检查…'
            : `打印 ${job.count.toLocaleString('zh-CN')} 张`}
      </button>
      {job.stop === '' && <Left usage={usage} count={job.count} />}
      <span className="field-err" aria-live="polite">
        {job.stop}
      </span>
      {error && (
        <span className="field-err" role="alert">
          {error}
        </span>
      )}
    </div>
    {lost && (
      <p className={css.lost} role="alert">
        <Status kind="failed">
          上一次发出去以后没有收到回答，不知道存下没有。内容不动，再点一次“打印”：存下了的就是那一批，不会印两遍。
        </Status>
      </p>
    )}
  </>
);
