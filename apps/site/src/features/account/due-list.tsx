import { Link } from '@tanstack/react-router';
import { toast } from '@yunbiao/ui';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shell/site.tsx';
import { sayFailure } from '../../shell/say-failure.ts';
import s from './account.module.css';
import type { Due } from './due.ts';
import { clientName, type Detail } from './overview-data.ts';

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
    <b>{title}</b>
    {children && <p>{children}</p>}
    <div className={s.do}>{acts}</div>
  </li>
);

/** One label that may or may not have come out: only somebody who looks at the printer knows. */
const Uncertain = ({
  detail,
  alias,
  onSettled,
}: {
  detail: Detail;
  alias: string;
  onSettled: (id: string) => void;
}) => {
  const api = useApi();
  const [sending, setSending] = useState(false);
  const resolve = async (action: 'printed' | 'reprint'): Promise<void> => {
    setSending(true);
    const reply = await api.call('detailResolve', { id: detail.id, action });
    setSending(false);
    if (reply.state === 'fail') return sayFailure(reply);
    toast.success(action === 'printed' ? '已记为已打印' : '已重新排队');
    onSettled(detail.id);
  };
  const name = detail.title || `第 ${detail.sequence} 张`;
  return (
    <Item
      kind="uncertain"
      title={`1 张标签待确认：${name}`}
      acts={
        <>
          <button
            type="button"
            className="btn sm"
            disabled={sending}
            onClick={() => void resolve('printed')}
          >
            已打印<span className="vh">：{name}</span>
          </button>
          <button
            type="button"
            className="btn sm"
            disabled={sending}
            onClick={() => void resolve('reprint')}
          >
            重打<span className="vh">：{name}</span>
          </button>
        </>
      }
    >
      {detail.printerName}，<Time at={detail.finishedAt ?? detail.queuedAt} />
      {detail.reason && `，${detail.reason}`}。看一眼出纸口就能定。{' '}
      <Link
        className="link"
        to="/$soft/user/printStatDetail"
        params={{ soft: alias }}
        search={{ batchNo: detail.batchNo }}
      >
        看批次
      </Link>
    </Item>
  );
};

const BatchLink = ({ alias, batchNo }: { alias: string; batchNo: string | null }) =>
  batchNo === null ? (
    <Link className="btn sm" to="/$soft/user/auth" params={{ soft: alias }}>
      看客户端
    </Link>
  ) : (
    <Link
      className="btn sm"
      to="/$soft/user/printStatDetail"
      params={{ soft: alias }}
      search={{ batchNo }}
    >
      看批次
    </Link>
  );

const waits = (waiting: number): string => (waiting > 0 ? `，${formatCount(waiting)} 张在等` : '');

const DueItem = ({
  due,
  alias,
  onSettled,
}: {
  due: Due;
  alias: string;
  onSettled: (id: string) => void;
}) => {
  switch (due.kind) {
    case 'uncertain':
      return <Uncertain detail={due.detail} alias={alias} onSettled={onSettled} />;
    case 'more':
      return (
        <Item
          kind="uncertain"
          title={`另有 ${due.count}${due.isAtLeast ? ' 张以上' : ' 张'}待确认`}
          acts={
            <Link
              className="btn sm"
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
  onSettled: (id: string) => void;
}) => (
  <ul className={s.due} aria-label="等你处理">
    {due.map((item) => (
      <DueItem key={item.key} due={item} alias={alias} onSettled={onSettled} />
    ))}
  </ul>
);
