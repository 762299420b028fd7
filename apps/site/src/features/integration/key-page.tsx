import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';
import { KEY_NAME_LENGTH } from '@yunbiao/contract/limits/integration';
import { confirm, prompt, toast } from '@yunbiao/ui';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useState } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import { FirstCall } from './first-call.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { type ApiKey, type KeyData, loadKeys } from './load.ts';
import { MadeOnce } from './made-once.tsx';

const useKeys = (loaded: Envelope<KeyData>) => {
  const api = useApi();
  const live = useLiveData(loaded, () => loadKeys(api));
  const { patch, reload } = live;
  const put = (item: ApiKey): void =>
    patch((now) => ({ ...now, list: now.list.map((one) => (one.id === item.id ? item : one)) }));
  const rename = async ({ id, name }: ApiKey): Promise<void> => {
    const next = await prompt({
      title: '改名',
      label: '名称',
      value: name,
      maxLength: KEY_NAME_LENGTH,
      confirmText: '保存名称',
    });
    if (!next?.trim() || next.trim() === name) return;
    const reply = await api.call('apiKeyRename', { id, name: next.trim() });
    if (reply.state === 'fail') return sayFailure(reply);
    put(reply.data);
  };
  const revoke = async ({ id, name, hint }: ApiKey): Promise<void> => {
    const yes = await confirm({
      message: `撤销“${name}”（${hint}…）？`,
      detail: '用它的系统马上就不能打印了，撤销了不能恢复。已经收下的批次照常印。',
      confirmText: '撤销密钥',
      danger: true,
    });
    if (!yes) return;
    const reply = await api.call('apiKeyRevoke', { id });
    if (reply.state === 'fail') return sayFailure(reply);
    toast.success(`“${name}”已撤销`);
    await reload();
  };
  return { ...live, rename, revoke };
};

const Empty = ({ onAdd }: { onAdd: () => void }) => (
  <section className="empty">
    <h2 className="section-title">还没有密钥</h2>
    <p className="medium quiet">
      有了密钥，你的
      ERP、WMS、网店后台就能直接提交标签，一次最多一万行，同一个批次号再发一次也不会多印。
    </p>
    <div className="row">
      <button type="button" className="button primary" onClick={onAdd}>
        新建密钥
      </button>
      <a className="button" href="/np/docs#area-print-api">
        看接口文档
      </a>
    </div>
  </section>
);

/** API 密钥: the keys other systems of the member print with. */
export const KeyPage = ({ alias, loaded }: { alias: string; loaded: Envelope<KeyData> }) => {
  const { data, failure, reload, rename, revoke } = useKeys(loaded);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<CallOutput<'apiKeyAdd'> | null>(null);
  const isEmpty = data?.list.length === 0;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>API 密钥</h1>
          <p>
            让 ERP、WMS、网店后台直接打印
            {data ? `；所有密钥一起每分钟最多 ${formatCount(data.callsPerMinute)} 次` : ''}。
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
      {made && (
        <MadeOnce
          key={made.key}
          title={`“${made.item.name}”的密钥建好了`}
          what="密钥"
          secret={made.key}
          onClose={() => setMade(null)}
        />
      )}
      {!data && failure && (
        <Trouble
          what="没有取到密钥"
          why={failure.msg}
          requestId={failure.data?.requestId}
          onRetry={() => void reload()}
        />
      )}
      {isEmpty && <Empty onAdd={() => setAdding(true)} />}
      {data && !isEmpty && (
        <>
          <KeyTable
            list={data.list}
            onRename={(item) => void rename(item)}
            onRevoke={(item) => void revoke(item)}
          />
          <FirstCall alias={alias} />
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
