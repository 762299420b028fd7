import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useRef, useState } from 'react';
import { useSession, useSite } from '../site/site.tsx';

export type Done = Pick<CallOutput<'wechatPoll'>, 'state' | 'token' | 'userInfo'>;
export type Phase = 'loading' | 'waiting' | 'scanned' | 'cancelled' | 'expired' | 'failed';

/** Between two questions how far it is, ms. */
const EVERY_MS = 1_500;

/**
 * The QR code of the official account: fetched, then asked about until somebody has confirmed it on the phone, or
 * nobody has in time. `renew` fetches another one.
 */
export const useSceneCode = (bind: boolean, onDone: (done: Done) => void) => {
  const site = useSite();
  const [turn, setTurn] = useState(0);
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  const [now, setNow] = useState<{ phase: Phase; why: string; standInUrl: string | null }>({
    phase: 'loading',
    why: '',
    standInUrl: null,
  });
  const url = useSession((session) => session.loginQrCodeUrl);
  const isLoading = useSession((session) => session.loginQrcodeLoading);
  useEffect(() => {
    const { session } = site.stores;
    const api = site.api('');
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const show = (loginQrCodeUrl: string, loginQrcodeLoading: boolean): void =>
      session.set((held) => ({ ...held, loginQrCodeUrl, loginQrcodeLoading }));
    const poll = async (secret: string, standInUrl: string | null): Promise<void> => {
      const reply = await api.call('wechatPoll', { secret });
      if (!isWanted) return;
      if (reply.state === 'ok') {
        const { state } = reply.data;
        if (state === 'signedIn' || state === 'bound') return latest.current(reply.data);
        setNow({ phase: state, why: '', standInUrl });
        if (state === 'expired' || state === 'cancelled') return;
      } else if (reply.code !== 500 && reply.code !== 503 && reply.code !== 429) {
        // The site has said no; without a network it is asked again.
        return setNow({ phase: 'failed', why: reply.msg, standInUrl: null });
      }
      timer = setTimeout(() => void poll(secret, standInUrl), EVERY_MS);
    };
    const begin = async (): Promise<void> => {
      show('', true);
      setNow({ phase: 'loading', why: '', standInUrl: null });
      const reply = await api.call(bind ? 'wechatBindQrcode' : 'mpLoginQrcode', {});
      if (!isWanted) return;
      show(reply.state === 'ok' ? reply.data.loginQrCodeUrl : '', false);
      if (reply.state === 'fail')
        return setNow({ phase: 'failed', why: reply.msg, standInUrl: null });
      const { secret, standInUrl } = reply.data;
      setNow({ phase: 'waiting', why: '', standInUrl });
      timer = setTimeout(() => void poll(secret, standInUrl), EVERY_MS);
    };
    void begin();
    return () => {
      isWanted = false;
      clearTimeout(timer);
      show('', false);
    };
  }, [site, bind, turn]);
  return { ...now, url, isLoading, renew: () => setTurn((before) => before + 1) };
};
