import { Link } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { DELIVERY_STATES } from '@yunbiao/contract/site/webhook-events';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useState } from 'react';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { HookDialog } from './hook-dialog.tsx';
import { HookTable } from './hook-table.tsx';
import css from './integration.module.css';
import type { Hook, HookData } from './load.ts';
import { NewSecret } from './new-secret.tsx';
import { type MadeSecret, useWebhooks } from './use-hooks.ts';
import { DELIVERY_WORDS } from './integration-messages.ts';

const DOCS = '/np/docs#webhook-guide';

const EmptyWebhookList = ({
  alias,
  canAdd,
  onAdd,
}: {
  alias: string;
  canAdd: boolean;
  onAdd: () => void;
}) => (
  <section className="empty">
    <h2 className="section-title">还没有接收地址</h2>
    <p className="medium quiet">
      用密钥提交的批次打印完成了，或者有标签不能确定是否已打印，云标马上告诉你的系统，不用一遍遍来问；送不到会重试一天。
    </p>
    <div className="row">
      {canAdd ? (
        <button type="button" className="button primary" onClick={onAdd}>
          添加接收地址
        </button>
      ) : (
        <Link className="button primary" to="/$soft/user/apiKey" params={{ soft: alias }}>
          先新建一个能打印的密钥
        </Link>
      )}
      <a className="button" href={DOCS}>
        怎么验签
      </a>
    </div>
  </section>
);

const DeliveryStateNav = ({ alias, data }: { alias: string; data: HookData }) => (
  <nav className={css.states} aria-label="按结果看">
    {([undefined, ...DELIVERY_STATES] as const).map((state) => (
      <Link
        key={state ?? 'all'}
        to="/$soft/user/webhook"
        params={{ soft: alias }}
        search={state ? { state } : {}}
        aria-current={data.state === state ? 'true' : undefined}
      >
        {state ? DELIVERY_WORDS[state] : '全部'}
      </Link>
    ))}
  </nav>
);

const SentDeliveries = ({
  alias,
  data,
  messages,
}: {
  alias: string;
  data: HookData;
  messages: ReturnType<typeof useWebhooks>['messages'];
}) => (
  <section className={css.refused} aria-labelledby="sent">
    <h2 id="sent" className="section-title">
      送出的通知<small>留 30 天</small>
    </h2>
    <DeliveryStateNav alias={alias} data={data} />
    {data.sent.list.length > 0 ? (
      <DeliveryTable
        list={data.sent.list}
        onShow={(item) => void messages.show(item)}
        onResend={(item) => void messages.resend(item)}
      />
    ) : (
      <p className={`medium quiet ${css.none}`}>
        {data.state ? `没有${DELIVERY_WORDS[data.state]}的。` : '还没有送出过通知。'}
      </p>
    )}
    {data.sent.nextId && (
      <p className={css.more}>
        <button type="button" className="button" onClick={() => void messages.more()}>
          更多
        </button>
      </p>
    )}
  </section>
);

type HeadProps = { hasDocs: boolean; canAdd: boolean; onAdd: () => void };

const WebhookPageHeader = ({ hasDocs, canAdd, onAdd }: HeadProps) => (
  <div className="page-head">
    <div>
      <h1>Webhook</h1>
      <p>批次打印完成了，马上告诉你的 ERP、WMS、网店后台。</p>
    </div>
    <div className="push-end row">
      {hasDocs && (
        <a className="button compact" href={DOCS}>
          怎么验签
        </a>
      )}
      {canAdd && (
        <button type="button" className="button compact primary" onClick={onAdd}>
          <Icon name="plus" />
          添加接收地址
        </button>
      )}
    </div>
  </div>
);

const SigningSecret = ({ made, onClose }: { made: MadeSecret; onClose: () => void }) => (
  <NewSecret
    title={`“${made.keyName}”的签名密钥`}
    what="签名密钥"
    secret={made.secret}
    onClose={onClose}
  >
    <p className="small quiet">用它验签：通知真的是云标发的，没有被改过。</p>
  </NewSecret>
);

/** Webhook: addresses of the member's systems that receive batch events. */
export const HookPage = ({ alias, loaded }: { alias: string; loaded: Envelope<HookData> }) => {
  const { data, failure, reload, made, setMade, test, enable, remove, renew, messages } =
    useWebhooks(loaded);
  const [editing, setEditing] = useState<Hook | 'new' | null>(null);
  const keys = data?.hooks.keys ?? [];
  const canAdd = keys.some((key) => !key.isRevoked && key.canSubmit);
  const isEmpty = data?.hooks.list.length === 0;
  const openNewWebhookDialog = (): void => setEditing('new');
  return (
    <>
      <WebhookPageHeader
        hasDocs={!isEmpty}
        canAdd={Boolean(data) && !isEmpty && canAdd}
        onAdd={openNewWebhookDialog}
      />
      {made && <SigningSecret key={made.secret} made={made} onClose={() => setMade(null)} />}
      {!data && failure && (
        <LoadError
          title="没有取到 Webhook"
          reason={failure.msg}
          requestId={failure.data?.requestId}
          onRetry={() => void reload()}
        />
      )}
      {isEmpty && <EmptyWebhookList alias={alias} canAdd={canAdd} onAdd={openNewWebhookDialog} />}
      {data && !isEmpty && (
        <HookTable
          list={data.hooks.list}
          keys={keys}
          onTest={(hook) => void test(hook)}
          onChange={setEditing}
          onEnable={(hook, enabled) => void enable(hook, enabled)}
          onSecret={(key) => void renew(key)}
          onDelete={(hook) => void remove(hook)}
        />
      )}
      {data && (!isEmpty || data.sent.list.length > 0 || data.state) && (
        <SentDeliveries alias={alias} data={data} messages={messages} />
      )}
      {editing && (
        <HookDialog
          hook={editing === 'new' ? null : editing}
          keys={keys}
          onClose={() => setEditing(null)}
          onSaved={({ item, secret }) => {
            setEditing(null);
            const keyName = keys.find((key) => key.id === item.keyId)?.name ?? '';
            if (secret !== null) setMade({ keyName, secret });
            void reload();
          }}
        />
      )}
      {messages.shown && <DeliveryDialog item={messages.shown} onClose={messages.hide} />}
    </>
  );
};
