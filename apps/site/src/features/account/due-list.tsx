import { Link } from '@tanstack/react-router';
import { UPDATE_CLIENT_LABEL } from '@yunbiao/contract/printing/print-labels';
import { formatCount, keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import type { ReactNode } from 'react';
import { getIncidentName, useResolveIncident } from '../../kit/printing/incident.ts';
import { formatSheetRows } from '../../kit/printing/label-places.ts';
import s from './account.module.css';
import type { DueItem } from './due-items.ts';
import { getClientName, type Client, type Incident } from './overview-data.ts';

const DueListItem = ({
  kind,
  title,
  children,
  acts,
}: {
  kind: StatusKind;
  title: string;
  children?: ReactNode;
  acts: ReactNode;
}) => (
  <li>
    <Status kind={kind} />
    <b>{keepNumbersWithUnits(title)}</b>
    {children && <p>{children}</p>}
    <div className={s.acts}>{acts}</div>
  </li>
);

/** Labels of one incident that the member resolves together. */
const UncertainLabels = ({
  incident,
  alias,
  onSettled,
}: {
  incident: Incident;
  alias: string;
  onSettled: (incident: Incident) => void;
}) => {
  const { batchNo, labels, printerName, reason, at } = incident;
  const { busy, settle } = useResolveIncident(() => onSettled(incident));
  const isSingle = labels.length === 1;
  const name = getIncidentName(incident);
  const sheetRows = formatSheetRows(labels);
  const renderResolveButton = (words: string, word: 'printed' | 'reprint') => (
    <button
      type="button"
      className="button compact"
      disabled={busy}
      onClick={() => void settle({ batchNo, [word]: labels })}
    >
      {words}
      <span className="visually-hidden">：{name}</span>
    </button>
  );
  return (
    <DueListItem
      kind="uncertain"
      title={`${formatCount(labels.length)} 张标签待确认：${name}`}
      acts={
        <>
          {renderResolveButton(isSingle ? '已打印' : '全部打印出来了', 'printed')}
          {renderResolveButton(isSingle ? '重新打印' : '都没有打印，重新打印', 'reprint')}
          {!isSingle && (
            <Link
              className="button compact"
              to="/$soft/user/printStatDetail"
              params={{ soft: alias }}
              search={{ batchNo }}
              hash="uncertain"
            >
              逐张选择<span className="visually-hidden">：{name}</span>
            </Link>
          )}
        </>
      }
    >
      {printerName}，<Time at={at} />
      {sheetRows && `，${sheetRows}`}
      {reason && `，${keepNumbersWithUnits(reason)}`}。看一眼出纸口就能定。{' '}
      <Link
        className="link no-wrap"
        to="/$soft/user/printStatDetail"
        params={{ soft: alias }}
        search={{ batchNo }}
      >
        查看批次
      </Link>
    </DueListItem>
  );
};

const BatchLink = ({ alias, batchNo }: { alias: string; batchNo: string | null }) =>
  batchNo === null ? (
    <Link className="button compact" to="/$soft/user/auth" params={{ soft: alias }}>
      查看客户端
    </Link>
  ) : (
    <Link
      className="button compact"
      to="/$soft/user/printStatDetail"
      params={{ soft: alias }}
      search={{ batchNo }}
    >
      查看批次
    </Link>
  );

const describeWaitingLabels = (waiting: number): string =>
  waiting > 0 ? `，${formatCount(waiting)} 张在等` : '';

const OutdatedClient = ({
  client,
  waiting,
  alias,
}: {
  client: Client;
  waiting: number;
  alias: string;
}) => (
  <DueListItem
    kind="uncertain"
    title={`${getClientName(client)}版本旧${describeWaitingLabels(waiting)}`}
    acts={
      <Link className="button compact" to="/$soft/user/auth" params={{ soft: alias }}>
        {UPDATE_CLIENT_LABEL}
        <span className="visually-hidden">：{getClientName(client)}</span>
      </Link>
    }
  >
    它的版本打印不了这些标签用到的内容，更新后自动继续打印；到期还没打印的会过期，额度退回。
  </DueListItem>
);

const DueRow = ({
  due,
  alias,
  onSettled,
}: {
  due: DueItem;
  alias: string;
  onSettled: (incident: Incident) => void;
}) => {
  switch (due.kind) {
    case 'uncertain':
      return <UncertainLabels incident={due.incident} alias={alias} onSettled={onSettled} />;
    case 'more':
      return (
        <DueListItem
          kind="uncertain"
          title={
            due.count > 0
              ? `另有 ${due.count}${due.isAtLeast ? ' 处以上' : ' 处'}待确认`
              : '还有更早的待确认'
          }
          acts={
            <Link
              className="button compact"
              to="/$soft/user/printStatDetail"
              params={{ soft: alias }}
              search={{ state: 'uncertain' }}
            >
              逐张确认
            </Link>
          }
        />
      );
    case 'stopped':
      return (
        <DueListItem
          kind="uncertain"
          title={`${due.printer.name}停了${describeWaitingLabels(due.waiting)}`}
          acts={<BatchLink alias={alias} batchNo={due.batchNo} />}
        >
          {due.printer.stateText || '打印机报告已停止'}。处理好会自动继续打印。
        </DueListItem>
      );
    case 'outdated':
      return <OutdatedClient client={due.client} waiting={due.waiting} alias={alias} />;
    case 'away':
      return (
        <DueListItem
          kind="off"
          title={`${getClientName(due.client)}${due.client.enabled ? '离线' : '已停用'}${describeWaitingLabels(due.waiting)}`}
          acts={<BatchLink alias={alias} batchNo={due.batchNo} />}
        >
          {due.client.enabled ? (
            <>
              {due.client.lastSeenAt && (
                <>
                  最后在线 <Time at={due.client.lastSeenAt} />。
                </>
              )}
              连上就继续打印；到期还没打印的会过期，额度退回。
            </>
          ) : (
            '启用以后继续打印；到期还没打印的会过期，额度退回。'
          )}
        </DueListItem>
      );
  }
};

/** Items that need the member, each with its action. */
export const DueList = ({
  due,
  alias,
  onSettled,
}: {
  due: readonly DueItem[];
  alias: string;
  onSettled: (incident: Incident) => void;
}) => (
  <ul className={s.due} aria-label="等你处理">
    {due.map((item) => (
      <DueRow key={item.key} due={item} alias={alias} onSettled={onSettled} />
    ))}
  </ul>
);
