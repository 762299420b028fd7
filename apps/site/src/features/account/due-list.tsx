import { Link } from '@tanstack/react-router';
import { UPDATE_CLIENT_WORDS } from '@yunbiao/contract/print-words';
import { formatCount, keepUnits } from '@yunbiao/ui/format.ts';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import type { ReactNode } from 'react';
import { incidentName, useSettleIncident } from '../../kit/printing/incident.ts';
import s from './account.module.css';
import type { Due } from './due.ts';
import { clientName, type Client, type Incident } from './overview-data.ts';

const Item = ({
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
    <b>{keepUnits(title)}</b>
    {children && <p>{children}</p>}
    <div className={s.acts}>{acts}</div>
  </li>
);

/** What one look at the roll settles: the labels one incident left behind. */
const Uncertain = ({
  incident,
  alias,
  onSettled,
}: {
  incident: Incident;
  alias: string;
  onSettled: (incident: Incident) => void;
}) => {
  const { batchNo, labels, printerName, reason, at } = incident;
  const { busy, settle } = useSettleIncident(() => onSettled(incident));
  const one = labels.length === 1;
  const name = incidentName(incident);
  const button = (words: string, word: 'printed' | 'reprint') => (
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
    <Item
      kind="uncertain"
      title={`${formatCount(labels.length)} 张标签待确认：${name}`}
      acts={
        <>
          {button(one ? '已打印' : '全部印出来了', 'printed')}
          {button(one ? '重打' : '都没有印，重打', 'reprint')}
          {!one && (
            <Link
              className="button compact"
              to="/$soft/user/printStatDetail"
              params={{ soft: alias }}
              search={{ batchNo }}
              hash="uncertain"
            >
              挑着选<span className="visually-hidden">：{name}</span>
            </Link>
          )}
        </>
      }
    >
      {printerName}，<Time at={at} />
      {reason && `，${keepUnits(reason)}`}。看一眼出纸口就能定。{' '}
      <Link
        className="link no-wrap"
        to="/$soft/user/printStatDetail"
        params={{ soft: alias }}
        search={{ batchNo }}
      >
        看批次
      </Link>
    </Item>
  );
};

const BatchLink = ({ alias, batchNo }: { alias: string; batchNo: string | null }) =>
  batchNo === null ? (
    <Link className="button compact" to="/$soft/user/auth" params={{ soft: alias }}>
      看客户端
    </Link>
  ) : (
    <Link
      className="button compact"
      to="/$soft/user/printStatDetail"
      params={{ soft: alias }}
      search={{ batchNo }}
    >
      看批次
    </Link>
  );

const waits = (waiting: number): string => (waiting > 0 ? `，${formatCount(waiting)} 张在等` : '');

const Outdated = ({
  client,
  waiting,
  alias,
}: {
  client: Client;
  waiting: number;
  alias: string;
}) => (
  <Item
    kind="uncertain"
    title={`${clientName(client)}版本旧${waits(waiting)}`}
    acts={
      <Link className="button compact" to="/$soft/user/auth" params={{ soft: alias }}>
        {UPDATE_CLIENT_WORDS}
        <span className="visually-hidden">：{clientName(client)}</span>
      </Link>
    }
  >
    它的版本印不了这些标签用到的内容，更新后自动接着印；到期还没打的会过期，额度退回。
  </Item>
);

const DueItem = ({
  due,
  alias,
  onSettled,
}: {
  due: Due;
  alias: string;
  onSettled: (incident: Incident) => void;
}) => {
  switch (due.kind) {
    case 'uncertain':
      return <Uncertain incident={due.incident} alias={alias} onSettled={onSettled} />;
    case 'more':
      return (
        <Item
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
        <Item
          kind="uncertain"
          title={`${due.printer.name}停了${waits(due.waiting)}`}
          acts={<BatchLink alias={alias} batchNo={due.batchNo} />}
        >
          {due.printer.stateText || '打印机报告已停止'}。处理好会自己接着打。
        </Item>
      );
    case 'outdated':
      return <Outdated client={due.client} waiting={due.waiting} alias={alias} />;
    case 'away':
      return (
        <Item
          kind="off"
          title={`${clientName(due.client)}${due.client.enabled ? '离线' : '已停用'}${waits(due.waiting)}`}
          acts={<BatchLink alias={alias} batchNo={due.batchNo} />}
        >
          {due.client.enabled ? (
            <>
              {due.client.lastSeenAt && (
                <>
                  最后在线 <Time at={due.client.lastSeenAt} />。
                </>
              )}
              连上就接着打；到期还没打的会过期，额度退回。
            </>
          ) : (
            '启用以后接着打；到期还没打的会过期，额度退回。'
          )}
        </Item>
      );
  }
};

/** Things that wait for the member, each with the act that settles it. */
export const DueList = ({
  due,
  alias,
  onSettled,
}: {
  due: readonly Due[];
  alias: string;
  onSettled: (incident: Incident) => void;
}) => (
  <ul className={s.due} aria-label="等你处理">
    {due.map((item) => (
      <DueItem key={item.key} due={item} alias={alias} onSettled={onSettled} />
    ))}
  </ul>
);
