import type { OwnTemplate } from './own-card.tsx';
import { isTemplateOfWidth, createTemplateMatcher } from '@yunbiao/contract/api/template-match';
import type { FailEnvelope } from '@yunbiao/contract/core/envelope';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useCallback, useEffect, useState } from 'react';
import { LoginLink } from '../../kit/site/login-link.tsx';
import { useApi, useSession } from '../../kit/site/site.tsx';
import type { LibraryQuery } from './address.ts';
import css from './library.module.css';
import { NewLink } from './open-link.tsx';
import { OwnCard } from './own-card.tsx';

type Read = { list: OwnTemplate[]; most: number };

const useOwnTemplates = () => {
  const api = useApi();
  const [read, setRead] = useState<Read | null>(null);
  const [failure, setFailure] = useState<FailEnvelope | null>(null);
  const reload = useCallback(async (): Promise<void> => {
    const reply = await api.call('templateList', {});
    if (reply.state === 'fail') return setFailure(reply);
    const { list, most } = reply.data;
    setFailure(null);
    setRead({ list: list.filter(({ own }) => own), most });
  }, [api]);
  useEffect(() => void reload(), [reload]);
  return { read, failure, reload };
};

const SignIn = () => (
  <div className="empty">
    <h2>登录后能看到自己的模板</h2>
    <p className="medium quiet">自己改过、保存的模板都在这里，换一台电脑也在。</p>
    <div className="row">
      <LoginLink className="button primary">登录</LoginLink>
    </div>
  </div>
);

const NoOwnTemplates = ({ alias }: { alias: string }) => (
  <div className="empty">
    <h2>还没有自己的模板</h2>
    <p className="medium quiet">从公共模板挑一个来改，或者从空白开始；保存的都在这里。</p>
    <div className="row">
      <NewLink alias={alias} />
    </div>
  </div>
);

const OwnTemplatesSkeleton = () => (
  <ul className={css.cards} aria-busy="true" aria-label="正在读取">
    {[60, 50, 40].map((width) => (
      <li key={width}>
        <span className="bone" style={{ width: width * 4, height: width * 2.6 }} />
      </li>
    ))}
  </ul>
);

const OwnTemplateList = ({ alias, asked }: { alias: string; asked: LibraryQuery }) => {
  const { read, failure, reload } = useOwnTemplates();
  if (!read)
    return failure ? (
      <LoadError
        title="自己的模板没有读到"
        reason={failure.msg}
        requestId={failure.data?.requestId}
        onRetry={() => void reload()}
      />
    ) : (
      <section className={`${css.group} ticked short`} aria-label="我的模板">
        <h2>我的模板</h2>
        <OwnTemplatesSkeleton />
      </section>
    );
  if (read.list.length === 0) return <NoOwnTemplates alias={alias} />;
  const isAsked = createTemplateMatcher(asked.q);
  const visibleTemplates = read.list.filter(
    (template) => isAsked(template) && isTemplateOfWidth(template, asked.width),
  );
  return (
    <section className={`${css.group} ticked short`} aria-label="我的模板">
      <h2>
        我的模板
        <small>
          {read.list.length} 个，最多 {read.most.toLocaleString('zh-CN')} 个
        </small>
      </h2>
      {visibleTemplates.length === 0 ? (
        <p className="medium quiet">没有这样的模板。换个名称或者尺寸试试。</p>
      ) : (
        <ul className={css.cards}>
          {visibleTemplates.map((template) => (
            <OwnCard key={template.id} alias={alias} template={template} onChanged={reload} />
          ))}
        </ul>
      )}
    </section>
  );
};

/** Own templates, loaded and drawn in the browser, because library pages are shared. */
export const OwnTemplates = (props: { alias: string; asked: LibraryQuery }) => {
  const isSignedIn = useSession(({ userInfo }) => userInfo !== null);
  return <div className={css.own}>{isSignedIn ? <OwnTemplateList {...props} /> : <SignIn />}</div>;
};
