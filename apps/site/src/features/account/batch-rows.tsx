import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { listCountsByCellKind } from '../../kit/printing/cell-counts.ts';
import { CellStrip } from '../../kit/printing/cell-strip.tsx';
import { BATCH_WORDS } from '../../kit/printing/print-status.ts';
import s from './account.module.css';
import {
  countUnfinishedLabels,
  countFinishedLabels,
  selectOverviewBatches,
  type Batch,
  type Overview,
} from './overview-data.ts';

const describeBatchState = (batch: Batch): { kind: StatusKind; text: string } => {
  const { counts, state } = batch;
  if (countUnfinishedLabels(counts) > 0 && state === 'sending')
    return {
      kind: 'running',
      text: `${formatCount(countFinishedLabels(counts))} / ${formatCount(batch.total)}`,
    };
  if (counts.uncertain > 0)
    return { kind: 'uncertain', text: `${formatCount(counts.uncertain)} 张待确认` };
  // `sent` is the final state for a printer without evidence, and differs from printed.
  if (state === 'done' && counts.printed === 0) return { kind: 'sent', text: '已送达' };
  return BATCH_WORDS[state];
};

export const BatchRows = ({ batches, alias }: { batches: Overview['batches']; alias: string }) => {
  if (batches.list.length === 0) return null;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">最近的批次</h2>
        <Link className="link small push-end" to="/$soft/user/printStat" params={{ soft: alias }}>
          全部 {formatCount(batches.total)} 批
        </Link>
      </div>
      <table className={`stack ${s.batches}`}>
        <caption className="visually-hidden">最近的批次</caption>
        <thead>
          <tr>
            <th>批次号</th>
            <th>模板</th>
            <th className="numeric">张数</th>
            <th>构成</th>
            <th>状态</th>
            <th className="numeric">时间</th>
          </tr>
        </thead>
        <tbody>
          {selectOverviewBatches(batches.list).map((batch) => {
            const status = describeBatchState(batch);
            return (
              <tr key={batch.batchNo}>
                <td className="no-wrap">
                  <Link
                    className="link"
                    to="/$soft/user/printStatDetail"
                    params={{ soft: alias }}
                    search={{ batchNo: batch.batchNo }}
                  >
                    {batch.batchNo}
                  </Link>
                </td>
                <td className={s.template}>{batch.templateName}</td>
                <td className="numeric hide">{formatCount(batch.total)}</td>
                <td className="hide">
                  <CellStrip cells={listCountsByCellKind(batch.counts, false)} />
                </td>
                <td className={s.status}>
                  <Status kind={status.kind}>{status.text}</Status>
                </td>
                <td className={`numeric quiet ${s.when}`}>
                  <Time at={batch.createdAt} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};
