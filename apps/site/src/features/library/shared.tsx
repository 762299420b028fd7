import { useRouter } from '@tanstack/react-router';
import { toast } from '@yunbiao/ui/toast.ts';
import { useState } from 'react';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { sizeText } from '../../kit/printing/print-media.ts';
import { LoginLink } from '../../kit/site/login-link.tsx';
import { useApi, useSession } from '../../kit/site/site.tsx';
import { OnLiner } from './card.tsx';
import css from './library.module.css';
import type { SharedTemplate } from './load-library.ts';
import { Drawn } from './own-picture.tsx';

/** What somebody's link shares: it is kept as a copy of one's own. */
export const Shared = ({ alias, shared }: { alias: string; shared: SharedTemplate | null }) => {
  const api = useApi();
  const router = useRouter();
  const isSignedIn = useSession(({ userInfo }) => userInfo !== null);
  const [isSending, setSending] = useState(false);
  if (!shared)
    return (
      <section className={css.shared} aria-label="分享的模板">
        <div>
          <h2>这个链接打不开了</h2>
          <p className="medium quiet">分享的人停止了分享，或者链接没有复制全。</p>
        </div>
      </section>
    );
  const { name, category, content } = shared;
  const keep = async (): Promise<void> => {
    setSending(true);
    const reply = await api.call('saveTemplate', { name, category, content });
    setSending(false);
    if (reply.state === 'fail') return sayFailure(reply);
    toast.success('已存到我的模板');
    await router.navigate({
      to: '/$soft/tools/temp',
      params: { soft: alias },
      search: { own: '1' },
    });
  };
  return (
    <section className={css.shared} aria-label="分享的模板">
      <OnLiner widthMm={content.widthMm} heightMm={content.heightMm}>
        <Drawn template={content} name={name} />
      </OnLiner>
      <div>
        <h2>{name}</h2>
        <p className="medium quiet">
          有人把这个模板分享给你，{sizeText(content)}。存下来才能改、能印。
        </p>
        <div className="row">
          {isSignedIn ? (
            <button
              type="button"
              className="button primary"
              disabled={isSending}
              onClick={() => void keep()}
            >
              存到我的模板
            </button>
          ) : (
            <LoginLink className="button primary">登录后存到我的模板</LoginLink>
          )}
        </div>
      </div>
    </section>
  );
};
