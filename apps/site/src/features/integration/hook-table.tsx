import { StackTable } from '@yunbiao/ui/table/stack-table.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import css from './integration.module.css';
import type { Hook, HookKey } from './load.ts';
import { getEventLabel } from './integration-messages.ts';

const HEADS = { url: '接收地址', key: '密钥', events: '通知什么', state: '状态' } as const;

export type HookActions = {
  onTest: (hook: Hook) => void;
  onChange: (hook: Hook) => void;
  onEnable: (hook: Hook, enabled: boolean) => void;
  onSecret: (key: HookKey) => void;
  onDelete: (hook: Hook) => void;
};

const StateCell = ({ hook, getKey }: { hook: Hook; getKey: HookKey | undefined }) => {
  if (getKey?.isRevoked !== false) return <Status kind="off">密钥已撤销</Status>;
  return <Status kind={hook.enabled ? 'ok' : 'off'}>{hook.enabled ? '启用' : '已停用'}</Status>;
};

const HookActionButton = ({
  label,
  of,
  onAct,
}: {
  label: string;
  of: string;
  onAct: () => void;
}) => (
  <button type="button" className="bare link small" onClick={onAct}>
    {label}
    <span className="visually-hidden">：{of}</span>
  </button>
);

const WebhookRow = ({
  hook,
  getKey,
  onTest,
  onChange,
  onEnable,
  onSecret,
  onDelete,
}: { hook: Hook; getKey: HookKey | undefined } & HookActions) => {
  const { url, enabled } = hook;
  const isLive = getKey?.isRevoked === false;
  return (
    <tr>
      <td data-head={HEADS.url}>
        <code className={css.name}>{url}</code>
      </td>
      <td data-head={HEADS.key}>
        <span className={css.name}>{getKey?.name ?? '—'}</span>
      </td>
      <td data-head={HEADS.events}>{hook.events.map(getEventLabel).join('、')}</td>
      <td data-head={HEADS.state}>
        <StateCell hook={hook} getKey={getKey} />
      </td>
      <td className={css.manyNext}>
        {isLive && enabled && <HookActionButton label="测试" of={url} onAct={() => onTest(hook)} />}
        {isLive && <HookActionButton label="修改" of={url} onAct={() => onChange(hook)} />}
        {isLive && (
          <HookActionButton
            label={enabled ? '停用' : '启用'}
            of={url}
            onAct={() => onEnable(hook, !enabled)}
          />
        )}
        {isLive && getKey && (
          <HookActionButton label="更换签名密钥" of={getKey.name} onAct={() => onSecret(getKey)} />
        )}
        <HookActionButton label="删除" of={url} onAct={() => onDelete(hook)} />
      </td>
    </tr>
  );
};

/** List of webhooks. */
export const HookTable = ({
  list,
  keys,
  ...acts
}: { list: readonly Hook[]; keys: readonly HookKey[] } & HookActions) => (
  <StackTable caption="接收地址" headings={Object.values(HEADS)}>
    {list.map((hook) => (
      <WebhookRow
        key={hook.id}
        hook={hook}
        getKey={keys.find((key) => key.id === hook.keyId)}
        {...acts}
      />
    ))}
  </StackTable>
);
