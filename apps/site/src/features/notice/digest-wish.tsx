import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { useEffect, useState } from 'react';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { useAlias, useApi } from '../../kit/site/site.tsx';
import css from './notice.module.css';

type Info = CallOutput<'digestInfo'>;

/** Whether the member gets a letter a day, and the way to say so. Below the list: asked for once the page is there. */
const useDigest = () => {
  const api = useApi();
  const [info, setInfo] = useState<Info | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isWanted = true;
    void api.call('digestInfo', {}).then((reply) => {
      // Without it the page lacks a choice, and nothing else.
      if (isWanted && reply.state === 'ok') setInfo(reply.data);
    });
    return () => void (isWanted = false);
  }, [api]);
  const set = async (wanted: boolean): Promise<void> => {
    setBusy(true);
    const reply = await api.call('digestSet', { wanted });
    setBusy(false);
    if (reply.state === 'fail') return sayFailure(reply);
    setInfo(reply.data);
  };
  return { info, isBusy, set };
};

/** 每天一封: the unread notices by e-mail, where the site sends any. */
export const DigestWish = () => {
  const alias = useAlias();
  const { info, isBusy, set } = useDigest();
  if (info === null || info.way === 'off') return null;
  return (
    <section className={css.digest} aria-label="通知邮件">
      {info.email === null ? (
        <p className="small quiet">
          <Link to="/$soft/user/profile" params={{ soft: alias }} hash="contact">
            绑定邮箱
          </Link>
          以后，可以每天收一封未读的通知。
        </p>
      ) : (
        <label className="check">
          <input
            type="checkbox"
            name="digest"
            checked={info.wanted}
            disabled={isBusy}
            onChange={(event) => void set(event.target.checked)}
          />
          <span>每天把未读的通知发到 {info.email}，最多一封，没有新的不发</span>
        </label>
      )}
      {info.way === 'demo' && info.email !== null && (
        <p className="small quiet">演示：不会真的发出去，写在运行服务器的终端里。</p>
      )}
    </section>
  );
};
