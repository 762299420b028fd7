import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';
import { confirm, toast } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import { type Delivery, type Hook, type HookData, type HookKey, loadHooks } from './load.ts';

/** While something waits to be sent, the page looks again so often. */
const LOOK_MS = 2_000;

/** Looks again while something is on its way; not in a window nobody sees. */
const useLooking = (isOnItsWay: boolean, reload: () => Promise<void>): void => {
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setInterval(() => {
      if (!document.hidden) void reload();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isOnItsWay, reload]);
};

/** Something is due within the next moments: what is tried again in an hour is not waited for. */
const isDueSoon = ({ state, tries }: Delivery): boolean => state === 'waiting' && tries < 2;

const useMessages = ({ data, reload, patch }: ReturnType<typeof useLiveData<HookData>>) => {
  const api = useApi();
  const [shown, setShown] = useState<CallOutput<'webhookDelivery'> | null>(null);
  const show = async ({ id }: Delivery): Promise<void> => {
    const reply = await api.call('webhookDelivery', { id });
    if (reply.state === 'fail') return sayFailure(reply);
    setShown(reply.data);
  };
  const resend = async ({ id }: Delivery): Promise<void> => {
    const reply = await api.call('webhookResend', { id });
    if (reply.state === 'fail') return sayFailure(reply);
    toast.success('正在再送一次');
    await reload();
  };
  const more = async (): Promise<void> => {
    if (!data?.sent.nextId) return;
    const state = data.state ? { state: data.state } : {};
    const reply = await api.call('webhookDeliveryList', { ...state, lastId: data.sent.nextId });
    if (reply.state === 'fail') return sayFailure(reply);
    const { list, nextId } = reply.data;
    patch((now) => ({ ...now, sent: { list: [...now.sent.list, ...list], nextId } }));
  };
  return { shown, hide: () => setShown(null), show, resend, more };
};

export type MadeSecret = { keyName: string; secret: string };

const useAddresses = (reload: () => Promise<void>) => {
  const api = useApi();
  const [made, setMade] = useState<MadeSecret | null>(null);
  const test = async ({ id, url }: Hook): Promise<void> => {
    const reply = await api.call('webhookTest', { id });
    if (reply.state === 'fail') return sayFailure(reply);
    toast.success(`正在往 ${new URL(url).host} 送一条测试`);
    await reload();
  };
  const enable = async (hook: Hook, enabled: boolean): Promise<void> => {
    const { id, keyId, url, events } = hook;
    const reply = await api.call('webhookSave', { id, keyId, url, events, enabled });
    if (reply.state === 'fail') return sayFailure(reply);
    await reload();
  };
  const remove = async ({ id, url }: Hook): Promise<void> => {
    const yes = await confirm({
      message: `删除接收地址 ${url}？`,
      detail: '还没送到的不再送。送过的还能在下面看到。',
      confirmText: '删除',
      danger: true,
    });
    if (!yes) return;
    const reply = await api.call('webhookDelete', { id });
    if (reply.state === 'fail') return sayFailure(reply);
    await reload();
  };
  const renew = async ({ id, name }: HookKey): Promise<void> => {
    const yes = await confirm({
      message: `换“${name}”的签名密钥？`,
      detail: '旧的马上不用了：接收的系统换上新的之前，会认不出云标送去的通知。',
      confirmText: '换签名密钥',
      danger: true,
    });
    if (!yes) return;
    const reply = await api.call('webhookSecret', { keyId: id });
    if (reply.state === 'fail') return sayFailure(reply);
    setMade({ keyName: name, secret: reply.data.secret });
    await reload();
  };
  return { made, setMade, test, enable, remove, renew };
};

/** The member's addresses and what was sent to them, with what can be done with each. */
export const useHooks = (loaded: Envelope<HookData>) => {
  const api = useApi();
  const state = loaded.state === 'ok' ? loaded.data.state : undefined;
  const live = useLiveData(loaded, () => loadHooks(api, state));
  const { data, reload } = live;
  useLooking(data?.sent.list.some(isDueSoon) ?? false, reload);
  return { ...live, ...useAddresses(reload), messages: useMessages(live) };
};
