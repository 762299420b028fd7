import { formatCount } from '@yunbiao/ui/format.ts';
import { StackTable } from '@yunbiao/ui/table/stack-table.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import css from './integration.module.css';
import type { IpRule, RefusedCall } from './load.ts';

const RULE = { network: '地址或网段', remark: '备注', at: '加上的时间' } as const;
const TRIED = { from: '来自', who: '用的', what: '想做什么', times: '次数', at: '最近' } as const;

/** Allowed addresses. */
export const RuleTable = ({
  list,
  onRemove,
}: {
  list: readonly IpRule[];
  onRemove: (rule: IpRule) => void;
}) => (
  <StackTable caption="IP 白名单" headings={Object.values(RULE)}>
    {list.map((rule) => (
      <tr key={rule.id}>
        <td data-head={RULE.network}>
          <code>{rule.network}</code>
        </td>
        <td data-head={RULE.remark} className="quiet">
          <span className={css.name}>{rule.remark || '—'}</span>
        </td>
        <td data-head={RULE.at} className="quiet">
          <Time at={rule.createdAt} />
        </td>
        <td className={css.next}>
          <button type="button" className="bare link small" onClick={() => onRemove(rule)}>
            删除<span className="visually-hidden">：{rule.network}</span>
          </button>
        </td>
      </tr>
    ))}
  </StackTable>
);

/** Describes the refused call. */
const describeRefusedCall = (callName: string): string =>
  callName === 'connect' ? '客户端连接' : callName;

/** Recently refused addresses, with a button to allow them. */
export const RefusedTable = ({
  list,
  onAllow,
}: {
  list: readonly RefusedCall[];
  onAllow: (refusedCall: RefusedCall) => void;
}) => (
  <StackTable caption="被拒绝的来访" headings={Object.values(TRIED)} numeric={[TRIED.times]}>
    {list.map((refusal) => (
      <tr key={`${refusal.address} ${refusal.who} ${refusal.what}`}>
        <td data-head={TRIED.from}>
          <Status kind="failed">
            <code>{refusal.address}</code>
          </Status>
        </td>
        <td data-head={TRIED.who}>
          <span className={css.name}>{refusal.who}</span>
        </td>
        <td data-head={TRIED.what}>
          <code>{describeRefusedCall(refusal.what)}</code>
        </td>
        <td data-head={TRIED.times} className="numeric">
          {formatCount(refusal.times)}
        </td>
        <td data-head={TRIED.at} className="quiet">
          <Time at={refusal.lastAt} />
        </td>
        <td className={css.next}>
          <button type="button" className="bare link small" onClick={() => onAllow(refusal)}>
            加入白名单<span className="visually-hidden">：{refusal.address}</span>
          </button>
        </td>
      </tr>
    ))}
  </StackTable>
);
