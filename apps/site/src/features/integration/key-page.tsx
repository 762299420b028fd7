import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../kit/guide/trouble-guides.ts';
import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { KEY_NAME_LENGTH } from '@yunbiao/contract/limits/integration';
import { showConfirmDialog, showPromptDialog, toast } from '@yunbiao/ui';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useState } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import { ApiQuickStart } from './first-call.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { type ApiKey, type KeyData, loadApiKeys } from './load.ts';
import { NewSecret } from './new-secret.tsx';

const useApiKeys = (initialReply: Envelope<KeyData>) => {
  const api = useApi();
  const live = useLiveData(initialReply, () => loadApiKeys(api));
  const { patch, reload } = live;
  const replaceKey = (item: ApiKey): void =>
    patch((now) => ({ ...now, list: now.list.map((key) => (key.id === item.id ? item : key)) }));
  const renameKey = async ({ id, name }: ApiKey): Promise<void> => {
    const next = await showPromptDialog({
      title: '重命名',
      label: '名称',
      value: name,
      maxLength: KEY_NAME_LENGTH,
      confirmText: '保存名称',
    });
    if (!next?.trim() || next.trim() === name) return;
    const reply = await api.call('apiKeyRename', { id, name: next.trim() });
    if (reply.state === 'fail') return showFailure(reply);
    replaceKey(reply.data);
  };
  const revokeKey = async ({ id, name, hint }: ApiKey): Promise<void> => {
    const isConfirmed = await showConfirmDialog({
      message: `撤销“${name}”（${hint}…）？`,
      detail: '用它的系统马上就不能打印了，撤销了不能恢复。已经收下的批次照常打印。',
      confirmText: '撤销密钥',
      danger: true,
    });
    if (!isConfirmed) return;
    const reply = await api.call('apiKeyRevoke', { id });
    if (reply.state === 'fail') return showFailure(reply);
    toast.success(`“${name}”已撤销`);
    await reload();
  };
  return { ...live, rename: renameKey, revoke: revokeKey };
};

const EmptyKeyList = ({ onAdd }: { onAdd: () => void }) => (
  <section className="empty">
    <h2 className="section-title">还没有密钥</h2>
    <p className="medium quiet">
      有了密钥，你的
      ERP、WMS、网店后台就能直接提交标签，一次最多一万行，同一个批次号再发一次也不会多打印。
    </p>
    <div className="row">
      <button type="button" className="button primary" onClick={onAdd}>
        新建密钥
      </button>
      <a className="button" href="/np/docs#area-print-api">
        查看接口文档
      </a>
    </div>
  </section>
);

/** API 密钥: keys for other systems of the member. */
export const KeyPage = ({ alias, loaded }: { alias: string; loaded: Envelope<KeyData> }) => {
  const { data, failure, reload, rename, revoke } = useApiKeys(loaded);
  const [isAdding, setAdding] = useState(false);
  const [newKey, setMade] = useState<CallOutput<'apiKeyAdd'> | null>(null);
  const isEmpty = data?.list.length === 0;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>API 密钥</h1>
          <p>
            让 ERP、WMS、网店后台直接打印
            {data ? `；所有密钥一起每分钟最多 ${formatCount(data.callsPerMinute)}\u00A0次` : ''}。
            <GuideLink guide={PLACE_GUIDES['own-system']}>看看怎么接</GuideLink>
          </p>
        </div>
        <div className="push-end row">
          <a className="button compact" href="/np/docs#area-print-api">
            接口文档
          </a>
          {!isEmpty && (
            <button
              type="button"
              className="button compact primary"
              onClick={() => setAdding(true)}
            >
              <Icon name="plus" />
              新建密钥
            </button>
          )}
        </div>
      </div>
      {newKey && (
        <NewSecret
          key={newKey.key}
          title={`“${newKey.item.name}”的密钥建好了`}
          what="密钥"
          secret={newKey.key}
          onClose={() => setMade(null)}
        />
      )}
      {!data && failure && (
        <LoadError
          title="没有取到密钥"
          reason={failure.msg}
          requestId={failure.data?.requestId}
          onRetry={() => void reload()}
        />
      )}
      {isEmpty && <EmptyKeyList onAdd={() => setAdding(true)} />}
      {data && !isEmpty && (
        <>
          <KeyTable
            list={data.list}
            onRename={(item) => void rename(item)}
            onRevoke={(item) => void revoke(item)}
          />
          <ApiQuickStart alias={alias} />
        </>
      )}
      {isAdding && (
        <KeyDialog
          onClose={() => setAdding(false)}
          onMade={(next) => {
            setAdding(false);
            setMade(next);
            void reload();
          }}
        />
      )}
    </>
  );
};
