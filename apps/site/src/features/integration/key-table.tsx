import { StackTable } from '@yunbiao/ui/table/stack-table.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import css from './integration.module.css';
import type { ApiKey } from './load.ts';
import { formatScopes } from './integration-messages.ts';

const HEADS = {
  name: '名称',
  hint: '密钥',
  scopes: '能做什么',
  used: '最近用过',
  state: '状态',
} as const;

type Acts = { onRename: (key: ApiKey) => void; onRevoke: (key: ApiKey) => void };

const KeyRow = ({ item, onRename, onRevoke }: { item: ApiKey } & Acts) => (
  <tr>
    <td data-head={HEADS.name}>
      <b className={css.name}>{item.name}</b>
    </td>
    <td data-head={HEADS.hint}>
      <code>{item.hint}…</code>
    </td>
    <td data-head={HEADS.scopes}>
      {item.kind === 'test'
        ? `只到虚拟打印机：${formatScopes(item.scopes)}`
        : formatScopes(item.scopes)}
    </td>
    <td data-head={HEADS.used} className="quiet">
      {item.lastUsedAt ? (
        <span>
          <Time at={item.lastUsedAt} /> <span className={css.from}>{item.lastAddress}</span>
        </span>
      ) : (
        '还没用过'
      )}
    </td>
    <td data-head={HEADS.state}>
      <Status kind={item.revokedAt ? 'off' : 'ok'}>{item.revokedAt ? '已撤销' : '启用'}</Status>
    </td>
    <td className={css.next}>
      {!item.revokedAt && (
        <>
          <button type="button" className="bare link small" onClick={() => onRename(item)}>
            重命名<span className="visually-hidden">：{item.name}</span>
          </button>
          <button type="button" className="bare link small" onClick={() => onRevoke(item)}>
            撤销<span className="visually-hidden">：{item.name}</span>
          </button>
        </>
      )}
    </td>
  </tr>
);

/** Keys of the member, active ones first. */
export const KeyTable = ({ list, ...acts }: { list: readonly ApiKey[] } & Acts) => (
  <StackTable caption="API 密钥" headings={Object.values(HEADS)}>
    {list.map((item) => (
      <KeyRow key={item.id} item={item} {...acts} />
    ))}
  </StackTable>
);
