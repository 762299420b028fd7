import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { Dialog, Status, type StatusKind } from '@yunbiao/ui';
import { formatCount } from '@yunbiao/ui/format.ts';
import { StackTable } from '@yunbiao/ui/table/stack-table.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { useEffect, useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useSoftwareAlias, useApi } from '../../../kit/site/site.tsx';
import css from '../print.module.css';

type Report = CallOutput<'serialReport'>;
type Gap = Report['gaps'][number];
type Run = Pick<Gap, 'field' | 'period' | 'from' | 'to' | 'count' | 'batchNo'>;

const HEADS = { run: '号', count: '个数', batch: '批次' } as const;

const STATES: Record<Gap['state'], { kind: StatusKind; text: string }> = {
  waiting: { kind: 'queued', text: '等待打印' },
  uncertain: { kind: 'uncertain', text: '待确认' },
  lost: { kind: 'failed', text: '没打印出来' },
};

const NumberCells = ({ run, label }: { run: Omit<Run, 'batchNo'>; label: string }) => (
  <>
    <td data-head={HEADS.run}>
      <span>
        <b>{run.from === run.to ? run.from : `${run.from}–${run.to}`}</b>
        {label && <span className="small quiet"> {label}</span>}
        {run.period && <span className="small quiet"> {run.period}</span>}
      </span>
    </td>
    <td data-head={HEADS.count} className="numeric">
      {formatCount(run.count)}
    </td>
  </>
);

/** Cells common to all runs of numbers of batches, regardless of their state. */
const RunCells = ({ run, label }: { run: Run; label: string }) => (
  <>
    <NumberCells run={run} label={label} />
    <td data-head={HEADS.batch}>
      <Link
        className="link no-wrap"
        to="/$soft/user/printStatDetail"
        params={{ soft: useSoftwareAlias() }}
        search={{ batchNo: run.batchNo }}
        target="_blank"
      >
        {run.batchNo}
      </Link>
    </td>
  </>
);

type ShownProps = { report: Report; getLabel: (field: string) => string };

const MissingNumbers = ({ report: { gaps, ranges, reserved, isWhole }, getLabel }: ShownProps) => {
  if (gaps.length === 0) {
    const isUnused = ranges.length === 0;
    const unusedText = reserved.length === 0 ? '还没有用过号。' : '还没有批次用过号。';
    return <p>{isUnused ? unusedText : '给出去的号都打印出来了，一个不漏。'}</p>;
  }
  return (
    <>
      <p className="small quiet">
        给了批次、还没有打印出来的号，新的在前{isWhole ? '' : '，太多了，只列一部分'}
        。给出去的号不会再给第二次。
      </p>
      <StackTable
        caption="没有打印出来的号"
        headings={Object.values(HEADS)}
        numeric={[HEADS.count]}
        className={css.serials}
      >
        {gaps.map((gap) => (
          <tr key={`${gap.field} ${gap.batchNo} ${gap.from}`}>
            <RunCells run={gap} label={getLabel(gap.field)} />
            <td data-head="现在">
              <Status kind={STATES[gap.state].kind}>{STATES[gap.state].text}</Status>
            </td>
          </tr>
        ))}
      </StackTable>
    </>
  );
};

const RecentRanges = ({ report: { ranges }, getLabel }: ShownProps) =>
  ranges.length > 0 && (
    <>
      <h3 className="group-title">最近的批次用了哪些号</h3>
      <StackTable
        caption="最近的批次用了哪些号"
        headings={Object.values(HEADS)}
        numeric={[HEADS.count]}
        className={css.serials}
      >
        {ranges.map((range) => (
          <tr key={`${range.field} ${range.batchNo}`}>
            <RunCells run={range} label={getLabel(range.field)} />
            <td data-head="时间" className="quiet">
              <Time at={range.at} />
            </td>
          </tr>
        ))}
      </StackTable>
    </>
  );

const ReservedRanges = ({ report: { reserved }, getLabel }: ShownProps) =>
  reserved.length > 0 && (
    <>
      <h3 className="group-title">导出的文件占用了哪些号</h3>
      <StackTable
        caption="导出的文件占用了哪些号"
        headings={[HEADS.run, HEADS.count]}
        numeric={[HEADS.count]}
        className={css.serials}
      >
        {reserved.map((range) => (
          <tr key={`${range.field} ${range.period} ${range.from}`}>
            <NumberCells run={range} label={getLabel(range.field)} />
            <td data-head="时间" className="quiet">
              <Time at={range.at} />
            </td>
          </tr>
        ))}
      </StackTable>
    </>
  );

type SerialDialogProps = {
  templateId: string;
  /** Display names of the serial fields, by field. */
  labels: ReadonlyMap<string, string>;
  onClose: () => void;
};

/** 流水号: numbers assigned to batches, and those that were not printed. */
export const SerialDialog = ({ templateId, labels, onClose }: SerialDialogProps) => {
  const api = useApi();
  const [report, setReport] = useState<Report | null>(null);
  useEffect(() => {
    let isOver = false;
    void api.call('serialReport', { id: templateId }).then((reply) => {
      if (isOver) return;
      if (reply.state === 'ok') return setReport(reply.data);
      showFailure(reply);
      onClose();
    });
    return () => {
      isOver = true;
    };
  }, [api, templateId, onClose]);
  // A single field needs no label.
  const getFieldLabel = (field: string): string =>
    labels.size > 1 ? (labels.get(field) ?? field) : '';
  return (
    <Dialog title="流水号有没有漏" shape="wide" maxWidth={720} onClose={onClose}>
      {report ? (
        <>
          <MissingNumbers report={report} getLabel={getFieldLabel} />
          <RecentRanges report={report} getLabel={getFieldLabel} />
          <ReservedRanges report={report} getLabel={getFieldLabel} />
        </>
      ) : (
        <p className="quiet">正在取</p>
      )}
    </Dialog>
  );
};
