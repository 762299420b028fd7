import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { showConfirmDialog, toast } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import { type Delivery, type Hook, type HookData, type HookKey, loadWebhooks } from './load.ts';

/** Polling interval while deliveries are pending, ms. */
const POLL_INTERVAL_MS = 2_000;

/** Polls while deliveries are pending and the window is visible. */
const usePollingWhileDelivering = (isOnItsWay: boolean, reload: () => Promise<void>): void => {
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setInterval(() => {
      if (!document.hidden) void reload();
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOnItsWay, reload]);
};

/** True when a delivery is due soon. Later retries are not polled. */
const isDeliveryDueSoon = ({ state, tries }: Delivery): boolean => state === 'waiting' && tries < 2;

const useWebhookDeliveries = ({
  data,
  reload,
  patch,
}: ReturnType<typeof useLiveData<HookData>>) => {
  const api = useApi();
  const [shownDelivery, setShown] = useState<CallOutput<'webhookDelivery'> | null>(null);
  const showDelivery = async ({ id }: Delivery): Promise<void> => {
    const reply = await api.call('webhookDelivery', { id });
    if (reply.state === 'fail') return showFailure(reply);
    setShown(reply.data);
  };
  const resendDelivery = async ({ id }: Delivery): Promise<void> => {
    const reply = await api.call('webhookResend', { id });
    if (reply.state === 'fail') return showFailure(reply);
    toast.success('正在重新发送');
    await reload();
  };
  const loadMoreDeliveries = async (): Promise<void> => {
    if (!data?.sent.nextId) return;
    const state = data.state ? { state: data.state } : {};
    const reply = await api.call('webhookDeliveryList', { ...state, lastId: data.sent.nextId });
    if (reply.state === 'fail') return showFailure(reply);
    const { list, nextId } = reply.data;
    patch((now) => ({ ...now, sent: { list: [...now.sent.list, ...list], nextId } }));
  };
  return {
    shown: shownDelivery,
    hide: () => setShown(null),
    show: showDelivery,
    resend: resendDelivery,
    more: loadMoreDeliveries,
  };
};

export type MadeSecret = { keyName: string; secret: string };

const useWebhookAddresses = (reload: () => Promise<void>) => {
  const api = useApi();
  const [newSecret, setMade] = useState<MadeSecret | null>(null);
  const testWebhook = async ({ id, url }: Hook): Promise<void> => {
    const reply = await api.call('webhookTest', { id });
    if (reply.state === 'fail') return showFailure(reply);
    toast.success(`正在往 ${new URL(url).host} 送一条测试`);
    await reload();
  };
  const enableWebhook = async (hook: Hook, enabled: boolean): Promise<void> => {
    const { id, keyId, url, events } = hook;
    const reply = await api.call('webhookSave', { id, keyId, url, events, enabled });
    if (reply.state === 'fail') return showFailure(reply);
    await reload();
  };
  const removeWebhook = async ({ id, url }: Hook): Promise<void> => {
    const isConfirmed = await showConfirmDialog({
      message: `删除接收地址 ${url}？`,
      detail: '还没送到的不再送。送过的还能在下面看到。',
      confirmText: '删除',
      danger: true,
    });
    if (!isConfirmed) return;
    const reply = await api.call('webhookDelete', { id });
    if (reply.state === 'fail') return showFailure(reply);
    await reload();
  };
  const renewSecret = async ({ id, name }: HookKey): Promise<void> => {
    const isConfirmed = await showConfirmDialog({
      message: `换“${name}”的签名密钥？`,
      detail: '旧的马上不用了：接收的系统换上新的之前，会认不出云标送去的通知。',
      confirmText: '更换签名密钥',
      danger: true,
    });
    if (!isConfirmed) return;
    const reply = await api.call('webhookSecret', { keyId: id });
    if (reply.state === 'fail') return showFailure(reply);
    setMade({ keyName: name, secret: reply.data.secret });
    await reload();
  };
  return {
    made: newSecret,
    setMade,
    test: testWebhook,
    enable: enableWebhook,
    remove: removeWebhook,
    renew: renewSecret,
  };
};

/** Webhooks and deliveries of the member, with their actions. */
export const useWebhooks = (reply: Envelope<HookData>) => {
  const api = useApi();
  const state = reply.state === 'ok' ? reply.data.state : undefined;
  const live = useLiveData(reply, () => loadWebhooks(api, state));
  const { data, reload } = live;
  usePollingWhileDelivering(data?.sent.list.some(isDeliveryDueSoon) ?? false, reload);
  return { ...live, ...useWebhookAddresses(reload), messages: useWebhookDeliveries(live) };
};
