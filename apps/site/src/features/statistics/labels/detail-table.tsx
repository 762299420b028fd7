import { isConditionKey } from '@yunbiao/label/condition-key';
import { Link } from '@tanstack/react-router';
import { Status } from '@yunbiao/ui';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { Time } from '@yunbiao/ui/time.tsx';
import { useState } from 'react';
import { formatLabelRow } from '../../../kit/printing/label-places.ts';
import { DETAIL_WORDS } from '../../../kit/printing/print-status.ts';
import { useSoftwareAlias } from '../../../kit/site/site.tsx';
import { type LabelActions, isActionAllowedForLabel, type ResolveAction } from './label-actions.ts';
import { ColorMark } from './color-mark.tsx';
import css from './detail.module.css';
import { SelectAll } from './select-all.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Details } from './use-details.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { type Detail, describeEvidenceOfLabel } from '../words.ts';

/** Values of a label without the results of its conditions. */
const listContents = (data: Detail['data']): string[] =>
  Object.entries(data).flatMap(([name, value]) => (isConditionKey(name) ? [] : [value]));

type RowProps = {
  detail: Detail;
  acts: LabelActions;
  selected: boolean;
  onSelect: () => void;
  /** Shows the batch of each label, for a list across batches. */
  withBatch: boolean;
  /** Shows the row of the spreadsheet; some label of the list has one. */
  withSheetRow: boolean;
};

const RowActs = ({ detail, acts }: { detail: Detail; acts: LabelActions }) => {
  const [busy, setBusy] = useState(false);
  const resolveLabel = async (action: ResolveAction): Promise<void> => {
    setBusy(true);
    await acts.resolve([detail], action);
    setBusy(false);
  };
  if (detail.state === 'uncertain')
    return (
      <>
        <button
          type="button"
          className="button compact"
          disabled={busy}
          onClick={() => void resolveLabel('printed')}
        >
          已打印
        </button>{' '}
        <button
          type="button"
          className="button compact"
          disabled={busy}
          onClick={() => void resolveLabel('reprint')}
        >
          重新打印
        </button>
      </>
    );
  if (!isActionAllowedForLabel(detail, 'reprint')) return null;
  return (
    <button
      type="button"
      className="bare no-wrap"
      disabled={busy}
      onClick={() => void resolveLabel('reprint')}
    >
      重新打印
    </button>
  );
};

const DetailRow = ({ detail, acts, selected, onSelect, withBatch, withSheetRow }: RowProps) => {
  const soft = useSoftwareAlias();
  const { kind, text } = DETAIL_WORDS[detail.state];
  const name = `${formatLabelRow(detail)}${detail.copy > 1 ? `第 ${detail.copy} 份` : ''}`;
  return (
    <tr className={detail.state === 'uncertain' ? css.hold : undefined}>
      <td className={css.box}>
        <label className="check">
          <input
            type="checkbox"
            aria-label={`选中 ${name}`}
            checked={selected}
            onChange={onSelect}
          />
        </label>
      </td>
      {withBatch ? (
        <td className={css.batch}>
          <Link
            className="link"
            to="/$soft/user/printStatDetail"
            params={{ soft }}
            search={{ batchNo: detail.batchNo }}
          >
            {detail.batchNo}
          </Link>
          <CopyButton text={detail.batchNo} targetName="批次号" />
        </td>
      ) : (
        <td className={`numeric quiet ${css.sequence}`}>
          {detail.sequence}
          {detail.copy > 1 && <small>·{detail.copy}</small>}
        </td>
      )}
      {withSheetRow && <td className={`numeric ${css.sheetRow}`}>{detail.sheetRow}</td>}
      <td className={css.title} title={listContents(detail.data).join('\n')}>
        <b>{detail.title || `${detail.sequence}`}</b>
        {withBatch && <small>{detail.templateName}</small>}
        {detail.sheetRow !== null && (
          <small className={css.inTitle}>{formatLabelRow(detail)}</small>
        )}
      </td>
      <td className={css.state}>
        <Status kind={kind}>{text}</Status>
      </td>
      <td className={`quiet ${css.evidence}`}>
        <span>{keepNumbersWithUnits(describeEvidenceOfLabel(detail))}</span>
        {detail.attempt > 1 && <small>第 {detail.attempt} 次</small>}
      </td>
      <td className={`quiet no-wrap ${css.time}`}>
        <Time at={detail.finishedAt ?? detail.leasedAt ?? detail.queuedAt} />
      </td>
      <td className={css.color}>
        <ColorMark value={detail.color} onNext={() => void acts.nextColor([detail])} />
      </td>
      <td className={`numeric no-wrap ${css.act}`}>
        <RowActs detail={detail} acts={acts} />
      </td>
    </tr>
  );
};

type DetailTableProps = { details: Details; acts: LabelActions; withBatch: boolean };

const BulkActs = ({
  chosen,
  acts,
  selection,
}: {
  chosen: readonly Detail[];
  acts: LabelActions;
  selection: Selection;
}) => {
  const [busy, setBusy] = useState(false);
  const runOnSelection = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    await act();
    setBusy(false);
    selection.clear();
  };
  const renderActionButton = (label: string, act: () => Promise<unknown>) => (
    <button type="button" className="bare" disabled={busy} onClick={() => void runOnSelection(act)}>
      {label}
    </button>
  );
  return (
    <SelectionBar selection={selection} unit="张">
      {renderActionButton('标为已打印', () => acts.resolve(chosen, 'printed'))}
      {renderActionButton('重新打印', () => acts.resolve(chosen, 'reprint'))}
      {renderActionButton('修改色标', () => acts.nextColor(chosen))}
    </SelectionBar>
  );
};

/** List of labels with their evidence; loads more on demand. */
export const DetailTable = ({ details, acts, withBatch }: DetailTableProps) => {
  const list = details.data?.list ?? [];
  const withSheetRow = list.some(({ sheetRow }) => sheetRow !== null);
  const selection = useSelection(list.map(({ id }) => id));
  const chosenDetails = list.filter(({ id }) => selection.has(id));
  return (
    <>
      <table className={`stack ${css.table}`}>
        <thead>
          <tr>
            <SelectAll label="全选列出的标签" selection={selection} />
            <th scope="col" className={withBatch ? undefined : 'numeric'}>
              {withBatch ? '批次' : '№'}
            </th>
            {withSheetRow && (
              <th scope="col" className="numeric">
                表格行
              </th>
            )}
            <th scope="col">内容</th>
            <th scope="col">状态</th>
            <th scope="col">凭据</th>
            <th scope="col">时间</th>
            <th scope="col">色标</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {list.map((detail) => (
            <DetailRow
              key={detail.id}
              detail={detail}
              acts={acts}
              {...{ withBatch, withSheetRow }}
              selected={selection.has(detail.id)}
              onSelect={() => selection.toggle(detail.id)}
            />
          ))}
        </tbody>
      </table>
      {chosenDetails.length > 0 && (
        <BulkActs chosen={chosenDetails} acts={acts} selection={selection} />
      )}
      <div className="pager">
        <span className="push-end" />
        {details.data?.nextId && (
          <button
            type="button"
            className="button compact"
            disabled={details.loadingMore}
            onClick={() => void details.more()}
          >
            {details.loadingMore ? '正在读取…' : '更多'}
          </button>
        )}
      </div>
    </>
  );
};
