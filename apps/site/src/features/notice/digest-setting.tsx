import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';
import type { Digest } from './load.ts';
import css from './notice.module.css';

/** 每天一封: daily e-mail with unread notices, if the site sends e-mail. */
export const DigestSetting = ({
  alias,
  digest,
  onSet,
}: {
  alias: string;
  digest: Digest;
  onSet: (digest: Digest) => void;
}) => {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  if (digest.way === 'off') return null;
  const saveDigestSetting = async (isWanted: boolean): Promise<void> => {
    setBusy(true);
    const reply = await api.call('digestSet', { wanted: isWanted });
    setBusy(false);
    if (reply.state === 'fail') return showFailure(reply);
    onSet(reply.data);
  };
  return (
    <section className={css.digest} aria-label="通知邮件">
      {digest.email === null ? (
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
            checked={digest.wanted}
            disabled={isBusy}
            onChange={(event) => void saveDigestSetting(event.target.checked)}
          />
          <span>每天把未读的通知发到 {digest.email}，最多一封，没有新的不发</span>
        </label>
      )}
      {digest.way === 'demo' && digest.email !== null && (
        <p className="small quiet">演示：不会真的发出去，写在运行服务器的终端里。</p>
      )}
    </section>
  );
};
