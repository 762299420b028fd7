import { Link } from '@tanstack/react-router';
import { Status } from '@yunbiao/ui';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { keepUnits } from '@yunbiao/ui/format.ts';
import { Time } from '@yunbiao/ui/time.tsx';
import { useState } from 'react';
import { DETAIL_WORDS } from '../../kit/printing/print-words.ts';
import { useAlias } from '../../kit/site/site.tsx';
import { type Acts, mayResolve, type Resolve } from './acts.ts';
import { ColorMark } from './color-mark.tsx';
import css from './detail.module.css';
import { SelectAll } from './select-all.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Details } from './use-details.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { type Detail, evidenceText } from './words.ts';

type RowProps = {
  detail: Detail;
  acts: Acts;
  selected: boolean;
  onSelect: () => void;
  /** Names the batch too: the list is of many. */
  withBatch: boolean;
};

const RowActs = ({ detail, acts }: { detail: Detail; acts: Acts }) => {
  const [busy, setBusy] = useState(false);
  const act = async (action: Resolve): Promise<void> => {
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
          onClick={() => void act('printed')}
        >
          已打印
        </button>{' '}
        <button
          type="button"
          className="button compact"
          disabled={busy}
          onClick={() => void act('reprint')}
        >
          重打
        </button>
      </>
    );
  if (!mayResolve(detail, 'reprint')) return null;
  return (
    <button type="button" className="bare" disabled={busy} onClick={() => void act('reprint')}>
      重打
    </button>
  );
};

const Row = ({ detail, acts, selected, onSelect, withBatch }: RowProps) => {
  const soft = useAlias();
  const { kind, text } = DETAIL_WORDS[detail.state];
  const name = `第 ${detail.sequence} 行${detail.copy > 1 ? `第 ${detail.copy} 份` : ''}`;
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
          <CopyButton text={detail.batchNo} what="批次号" />
        </td>
      ) : (
        <td className={`numeric quiet ${css.sequence}`}>
          {detail.sequence}
          {detail.copy > 1 && <small>·{detail.copy}</small>}
        </td>
      )}
      <td className={css.title} title={Object.values(detail.data).join('\n')}>
        <b>{detail.title || `${detail.sequence}`}</b>
        {withBatch && <small>{detail.templateName}</small>}
      </td>
      <td className={css.state}>
        <Status kind={kind}>{text}</Status>
      </td>
      <td className={`quiet ${css.evidence}`}>
        <span>{keepUnits(evidenceText(detail))}</span>
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

type DetailTableProps = { details: Details; acts: Acts; withBatch: boolean };

const BulkActs = ({
  chosen,
  acts,
  selection,
}: {
  chosen: readonly Detail[];
  acts: Acts;
  selection: Selection;
}) => {
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    await act();
    setBusy(false);
    selection.clear();
  };
  const button = (words: string, act: () => Promise<unknown>) => (
    <button type="button" className="bare" disabled={busy} onClick={() => void run(act)}>
      {words}
    </button>
  );
  return (
    <SelectionBar selection={selection} unit="张">
      {button('标为已打印', () => acts.resolve(chosen, 'printed'))}
      {button('重打', () => acts.resolve(chosen, 'reprint'))}
      {button('换色标', () => acts.nextColor(chosen))}
    </SelectionBar>
  );
};

/** Labels with what stands behind each; more on demand. */
export const DetailTable = ({ details, acts, withBatch }: DetailTableProps) => {
  const list = details.data?.list ?? [];
  const selection = useSelection(list.map(({ id }) => id));
  const chosen = list.filter(({ id }) => selection.has(id));
  return (
    <>
      <table className={`stack ${css.table}`}>
        <thead>
          <tr>
            <SelectAll label="全选列出的标签" selection={selection} />
            <th scope="col" className={withBatch ? undefined : 'numeric'}>
              {withBatch ? '批次' : '№'}
            </th>
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
            <Row
              key={detail.id}
              detail={detail}
              acts={acts}
              withBatch={withBatch}
              selected={selection.has(detail.id)}
              onSelect={() => selection.toggle(detail.id)}
            />
          ))}
        </tbody>
      </table>
      {chosen.length > 0 && <BulkActs chosen={chosen} acts={acts} selection={selection} />}
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
