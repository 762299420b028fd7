import { Link } from '@tanstack/react-router';
import { showConfirmDialog, Status, toast } from '@yunbiao/ui';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { useState } from 'react';
import { listCountsByCellKind } from '../../kit/printing/cell-counts.ts';
import { CellStrip } from '../../kit/printing/cell-strip.tsx';
import { SOURCE_LABELS } from '../../kit/printing/print-status.ts';
import { useSoftwareAlias, useApi } from '../../kit/site/site.tsx';
import { showFailure } from '../../kit/page/show-failure.ts';
import { runConcurrently } from './run-concurrently.ts';
import { Pager } from './pager.tsx';
import { SelectAll } from './labels/select-all.tsx';
import { SelectionBar } from './labels/selection-bar.tsx';
import css from './stat.module.css';
import { useSelection } from './labels/use-selection.ts';
import { type Batch, describeBatch, count, isBatchFinished } from './words.ts';

const BatchRow = ({
  batch,
  selected,
  onSelect,
}: {
  batch: Batch;
  selected: boolean;
  onSelect: () => void;
}) => {
  const soft = useSoftwareAlias();
  const { batchNo } = batch;
  const { kind, text } = describeBatch(batch);
  const finished = isBatchFinished(batch);
  const place = batch.groupName ?? batch.printerName;
  return (
    <tr aria-selected={selected}>
      <td className={css.box}>
        <label className="check" title={finished ? undefined : '正在打印，不能隐藏'}>
          <input
            type="checkbox"
            aria-label={`选中 ${batchNo}`}
            checked={selected}
            disabled={!finished}
            onChange={onSelect}
          />
        </label>
      </td>
      <td className={css.no}>
        <Link
          className="link"
          to="/$soft/user/printStatDetail"
          params={{ soft }}
          search={{ batchNo }}
        >
          {batchNo}
        </Link>
        <CopyButton text={batchNo} targetName="批次号" />
      </td>
      <td className={css.name}>
        <span title={batch.templateName}>{batch.templateName}</span>
      </td>
      <td className={`quiet hide ${css.name}`}>
        <span title={place}>{place}</span>
      </td>
      <td className="quiet no-wrap hide wide-only">{SOURCE_LABELS[batch.source]}</td>
      <td className={`numeric no-wrap ${css.total}`}>
        {count(batch.total)} <span className="only">张</span>
      </td>
      <td className="hide wide-only">
        <CellStrip cells={listCountsByCellKind(batch.counts, false)} />
      </td>
      <td className={css.state}>
        <Status kind={kind}>{text}</Status>
      </td>
      <td className={`numeric quiet no-wrap ${css.time}`}>
        <Time at={batch.createdAt} />
      </td>
    </tr>
  );
};

type BatchTableProps = {
  list: readonly Batch[];
  page: number;
  pages: number;
  /** Called after batches were hidden. */
  onChanged: () => void;
};

/** Paginated list of batches. Finished batches can be selected and hidden. */
export const BatchTable = ({ list, page, pages, onChanged }: BatchTableProps) => {
  const api = useApi();
  const selection = useSelection(list.filter(isBatchFinished).map((batch) => batch.batchNo));
  const [busy, setBusy] = useState(false);
  const hideSelectedBatches = async (): Promise<void> => {
    const chosenBatches = selection.list;
    const isConfirmed = await showConfirmDialog({
      message: `隐藏选中的 ${chosenBatches.length} 个批次？`,
      detail: '列表和明细里不再出现，不能恢复；统计照算。',
      confirmText: '隐藏',
      danger: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    const doneCount = await runConcurrently(chosenBatches, (batchNo) =>
      api.call('deleteDetailsByBatchNo', { batchNo }),
    );
    setBusy(false);
    if (doneCount.failure) showFailure(doneCount.failure);
    if (doneCount.ok > 0) toast.success(`隐藏了 ${doneCount.ok} 个批次`);
    selection.clear();
    onChanged();
  };
  return (
    <>
      <table className={`stack ${css.batches}`}>
        <thead>
          <tr>
            <SelectAll label="全选这一页打印完的批次" selection={selection} />
            <th scope="col">批次号</th>
            <th scope="col">模板</th>
            <th scope="col">打印机</th>
            <th scope="col" className="wide-only">
              来源
            </th>
            <th scope="col" className="numeric">
              张数
            </th>
            <th scope="col" className="wide-only">
              构成
            </th>
            <th scope="col">状态</th>
            <th scope="col" className="numeric">
              时间
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((batch) => (
            <BatchRow
              key={batch.batchNo}
              batch={batch}
              selected={selection.has(batch.batchNo)}
              onSelect={() => selection.toggle(batch.batchNo)}
            />
          ))}
        </tbody>
      </table>
      {selection.list.length > 0 && (
        <SelectionBar selection={selection} unit="批">
          <button
            type="button"
            className="bare"
            disabled={busy}
            onClick={() => void hideSelectedBatches()}
          >
            隐藏
          </button>
        </SelectionBar>
      )}
      <div className="pager">
        <span className="push-end" />
        <Pager page={page} pages={pages} />
      </div>
    </>
  );
};
