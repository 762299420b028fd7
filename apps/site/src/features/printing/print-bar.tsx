import { Link } from '@tanstack/react-router';
import { Icon, Status } from '@yunbiao/ui';
import { formatRollRowCount, formatLabelSize } from '../../kit/printing/print-media.ts';
import { useSoftwareAlias } from '../../kit/site/site.tsx';
import { useConfigStatus } from './choose/config-status.ts';
import css from './print.module.css';
import type { PrintData } from './load-print.ts';
import type { Config } from './choose/config-status.ts';
import type { PrintJob } from './use-print-job.ts';

const QuotaLeft = ({ usage, count }: { usage: PrintData['usage']; count: number }) => {
  const labelsLeft = usage.labelsPerMonth - usage.labelsThisMonth - count;
  return labelsLeft >= 0 ? (
    <span className="small faint">
      打印后本月还剩 <span className="no-wrap">{labelsLeft.toLocaleString('zh-CN')} 张</span>
    </span>
  ) : (
    <span className={`small ${css.warn}`}>
      本月只剩{' '}
      <span className="no-wrap">
        {Math.max(0, usage.labelsPerMonth - usage.labelsThisMonth).toLocaleString('zh-CN')} 张
      </span>
    </span>
  );
};

/** Printer, paper and current printer state. */
const PrintTarget = ({ config, group }: { config: Config; group: string | undefined }) => {
  const { kind, text } = useConfigStatus(config);
  return (
    <span className={css.target}>
      <span aria-hidden="true">→</span>
      <span className="visually-hidden">打印到</span>
      <b>{group ?? config.name}</b>
      <span className="no-wrap quiet">· {formatLabelSize(config)}</span>
      <Status kind={kind}>{text}</Status>
    </span>
  );
};

/** Shown when the label quota is too small: the content is kept, and a link leads to the plans. */
const QuotaNotice = ({ why }: { why: string }) => (
  <p className={css.lost} role="alert">
    <Status kind="failed">{why}。</Status>{' '}
    <Link className="link" to="/$soft/vip" params={{ soft: useSoftwareAlias() }} target="_blank">
      查看 VIP 方案
    </Link>
    ，买好了回到这里再点“打印”，填的内容都在。
  </p>
);

/** Shown when the server's answer takes long. The member can stop waiting. */
const SlowNotice = ({ onGiveUp }: { onGiveUp: () => void }) => (
  <p className={css.lost} role="status">
    <Status kind="running">
      发出去有一会儿了，还没有收到回答。可以继续等待，也可以先做别的：之后再点“打印”，不会打印两遍。
    </Status>{' '}
    <button type="button" className="bare link" onClick={onGiveUp}>
      取消等待
    </button>
  </p>
);

/**
 * Shown when the last request got no answer. Explains how to check the batch, and that pressing
 * again does not print twice.
 */
const UnconfirmedNotice = () => (
  <p className={css.lost} role="alert">
    <Status kind="failed">
      上一次发出去以后没有收到回答，不知道是否已保存。内容不动，再点一次“打印”：已保存的就是那一批，不会打印两遍。
    </Status>{' '}
    先打印别的也行，那一批是否已保存，
    <Link
      className="link"
      to="/$soft/user/printStat"
      params={{ soft: useSoftwareAlias() }}
      target="_blank"
    >
      查看打印统计
    </Link>
    。
  </p>
);

type BarProps = {
  job: PrintJob;
  usage: PrintData['usage'];
  sending: boolean;
  /** The button was pressed before all rows were checked. */
  awaited: boolean;
  /** Stops waiting for a slow answer; undefined when no answer is overdue. */
  onGiveUp: (() => void) | undefined;
  lost: boolean;
  /** Reason why the quota did not suffice for the last request; '' when it did. */
  tooMany: string;
  error: string | undefined;
  /** Undefined when the PDF cannot be made: serial numbers are assigned by the server. */
  onPdf: (() => void) | undefined;
};

/** Summary of what the button prints, with the reason when it is blocked. */
export const PrintBar = ({
  job,
  usage,
  sending,
  awaited,
  onGiveUp,
  lost,
  tooMany,
  error,
  onPdf,
}: BarProps) => {
  const { config, group, count, stop, isReady } = job;
  // False after the member bought labels or lowered the number of copies.
  const isShort = count > usage.labelsPerMonth - usage.labelsThisMonth;
  return (
    <>
      <div className={`savebar ${css.bar}`}>
        {/* Not disabled while it waits: a disabled button would lose the focus. */}
        <button
          type="submit"
          className={`${isReady || job.isChecking ? 'button primary' : 'button'} ${css.send}`}
          aria-disabled={sending || stop !== ''}
        >
          <Icon name="print" />
          {sending
            ? '正在发送…'
            : job.isChecking
              ? awaited
                ? '检查完就打印…'
                : '正在检查…'
              : `打印 ${count.toLocaleString('zh-CN')} 张`}
        </button>
        {onPdf && (
          <button
            type="button"
            className="button"
            aria-disabled={!job.isFullyValid}
            onClick={() => job.isFullyValid && onPdf()}
          >
            导出 PDF
          </button>
        )}
        <div className={css.outlook}>
          {config && <PrintTarget config={config} group={group?.name} />}
          {/* Also shown while rows are checked, so that the height of the bar does not change. */}
          {config && (isReady || job.isChecking) && count > 0 && config.columns > 1 && (
            <span className="small faint">{formatRollRowCount(count, config.columns)}</span>
          )}
          {(isReady || job.isChecking) && count > 0 && <QuotaLeft usage={usage} count={count} />}
          <span
            className={`${job.isWaiting ? 'small quiet' : 'field-err'} ${css.stop}`}
            aria-live="polite"
          >
            {stop}
          </span>
        </div>
        {error && (
          <span className="field-err" role="alert">
            {error}
          </span>
        )}
      </div>
      {tooMany && isShort && <QuotaNotice why={tooMany} />}
      {onGiveUp && <SlowNotice onGiveUp={onGiveUp} />}
      {lost && <UnconfirmedNotice />}
    </>
  );
};
