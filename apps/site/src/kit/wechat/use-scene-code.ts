import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useRef, useState } from 'react';
import { useSession, useSite } from '../site/site.tsx';

export type WechatScanResult = Pick<CallOutput<'wechatPoll'>, 'state' | 'token' | 'userInfo'>;
export type Phase = 'loading' | 'waiting' | 'scanned' | 'cancelled' | 'expired' | 'failed';

/** Polling interval, ms. */
const POLL_INTERVAL_MS = 1_500;

/**
 * QR code of the official account. It is fetched, then polled until it is confirmed on a phone or
 * expires. `renew` fetches a new one.
 */
// oxlint-disable-next-line house/function-length -- one exchange in order: request the code, poll, report
export const useWechatSceneCode = (bind: boolean, onDone: (result: WechatScanResult) => void) => {
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
    const api = site.createApi('');
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const storeLoginQrCode = (loginQrCodeUrl: string, loginQrcodeLoading: boolean): void =>
      session.set((state) => ({ ...state, loginQrCodeUrl, loginQrcodeLoading }));
    const pollSceneState = async (secret: string, standInUrl: string | null): Promise<void> => {
      const reply = await api.call('wechatPoll', { secret });
      if (!isWanted) return;
      if (reply.state === 'ok') {
        const { state } = reply.data;
        if (state === 'signedIn' || state === 'bound') return latest.current(reply.data);
        setNow({ phase: state, why: '', standInUrl });
        if (state === 'expired' || state === 'cancelled') return;
      } else if (reply.code !== 500 && reply.code !== 503 && reply.code !== 429) {
        // The server refused. Network errors are retried.
        return setNow({ phase: 'failed', why: reply.msg, standInUrl: null });
      }
      timer = setTimeout(() => void pollSceneState(secret, standInUrl), POLL_INTERVAL_MS);
    };
    const requestSceneCode = async (): Promise<void> => {
      storeLoginQrCode('', true);
      setNow({ phase: 'loading', why: '', standInUrl: null });
      const reply = await api.call(bind ? 'wechatBindQrcode' : 'mpLoginQrcode', {});
      if (!isWanted) return;
      storeLoginQrCode(reply.state === 'ok' ? reply.data.loginQrCodeUrl : '', false);
      if (reply.state === 'fail')
        return setNow({ phase: 'failed', why: reply.msg, standInUrl: null });
      const { secret, standInUrl } = reply.data;
      setNow({ phase: 'waiting', why: '', standInUrl });
      timer = setTimeout(() => void pollSceneState(secret, standInUrl), POLL_INTERVAL_MS);
    };
    void requestSceneCode();
    return () => {
      isWanted = false;
      clearTimeout(timer);
      storeLoginQrCode('', false);
    };
  }, [site, bind, turn]);
  return { ...now, url, isLoading, renew: () => setTurn((before) => before + 1) };
};
