import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { SiteContext } from '../../kit/site/context.ts';
import { FindForm } from '../../kit/software/find-form.tsx';
import { describeMissingPage } from '../../kit/page/page-errors.ts';

/** Delay before the error page redirects to the home page (docs/promises.md), ms. */
export const ERROR_REDIRECT_MS = 2000;

export const getErrorTitle = (status: number): string =>
  status === 404 ? '页面不存在' : '系统错误';

type ErrorPageProps = {
  status: number;
  message?: string;
  /** Action: go to the home page, or retry. */
  onward: React.ReactNode;
  search?: React.ReactNode;
  /** Reason why the page does not redirect: the visitor uses it, or it is the home page. */
  stays?: 'used' | 'home' | undefined;
};

const WORDS_BELOW = {
  used: '不返回首页',
  home: '这就是首页，稍后重试',
};

/** Content of the live and the static error page. */
export const ErrorPage = ({ status, message, onward, search, stays }: ErrorPageProps) => (
  <main className="wrap error-view">
    <div className="plate missing-page">
      <div>
        <p className="eyebrow">{status}</p>
        <h1>{getErrorTitle(status)}</h1>
        <p className="medium quiet">
          {status === 404
            ? '这个地址没有内容，可能已经删除，或者少抄了一段。'
            : '这一次没有成功，请稍后重试。'}
        </p>
        {message && <p className="small faint mono">{message}</p>}
        {search}
        <div className={stays ? 'countdown off' : 'countdown'} aria-hidden="true">
          <div className="dial">
            <div className="ticks" />
            <b />
            <div className="nums">
              <span>0</span>
              <span>1</span>
              <span>2 秒</span>
            </div>
          </div>
        </div>
        <p className="small quiet" aria-live="polite">
          {stays ? WORDS_BELOW[stays] : '2 秒内自动回到首页'}
        </p>
        <div className="row back">{onward}</div>
      </div>
      <div className="label-roll" aria-hidden="true">
        <div className="roll">
          <div>{status}</div>
        </div>
      </div>
    </div>
  </main>
);

/** Path `/` of the current host. */
const getHomeLink = (ownAlias: string) =>
  ownAlias ? ({ to: '/$soft', params: { soft: ownAlias } } as const) : ({ to: '/' } as const);

type SearchSoftware = { alias: string; name: string };

/**
 * Software of the address, or the first one of the site. Null while loading and when there is none.
 */
const useSearchSoftware = (context: SiteContext, path: string): SearchSoftware | null => {
  const [searched, setSearched] = useState<SearchSoftware | null>(null);
  useEffect(() => {
    let isHere = true;
    const alias = context.ownAlias || (/^\/([^/]+)/.exec(path)?.[1] ?? '');
    void context
      .createApi('')
      .call('common', {})
      .then((reply) => {
        if (!isHere || reply.state === 'fail') return;
        const { softwares } = reply.data;
        setSearched(softwares.find((software) => software.alias === alias) ?? softwares[0] ?? null);
      });
    return () => void (isHere = false);
  }, [context, path]);
  return searched;
};

/** Reserves its space until it is known which software to search. */
const Search = () => {
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const searched = useSearchSoftware(router.options.context, path);
  return (
    <FindForm
      alias={searched?.alias}
      className={searched ? 'field-box lost-find' : 'field-box lost-find off'}
      name="搜索"
      label="搜索问答、文档"
      placeholder={searched ? `在${searched.name}里搜索` : ''}
    />
  );
};

/** True after the visitor used the page: focused a field or pressed Tab. */
const useHasInteracted = (): boolean => {
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const handleFieldFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.matches('input, textarea, select')) setStaying(true);
    };
    const handleTabKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab') setStaying(true);
    };
    addEventListener('focusin', handleFieldFocus, { signal });
    addEventListener('keydown', handleTabKey, { signal });
    return () => controller.abort();
  }, []);
  return isStaying;
};

const LiveErrorPage = ({ status, message }: { status: number; message?: string }) => {
  const router = useRouter();
  const { ownAlias } = router.options.context;
  const to = useMemo(() => getHomeLink(ownAlias), [ownAlias]);
  const isUsed = useHasInteracted();
  const currentHref = useRouterState({ select: ({ location }) => location.publicHref });
  // A missing page is never the home page, which always exists.
  const isHome = status !== 404 && currentHref.split(/[?#]/, 1)[0] === '/';
  const stays = isHome ? 'home' : isUsed ? 'used' : undefined;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(
      () => void router.navigate({ ...to, replace: true }),
      ERROR_REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [router, to, stays]);
  const onward = isHome ? (
    <a href="/" className="button primary">
      重试
    </a>
  ) : (
    <Link {...to} className="button primary">
      回到首页
    </Link>
  );
  return (
    <>
      <title>{`${getErrorTitle(status)} · 云标`}</title>
      <meta name="robots" content="noindex" />
      {!isHome && (
        <noscript>
          <meta httpEquiv="refresh" content={`${ERROR_REDIRECT_MS / 1000};url=/`} />
        </noscript>
      )}
      <ErrorPage
        status={status}
        onward={onward}
        stays={stays}
        search={status === 404 && <Search />}
        {...(message ? { message } : {})}
      />
    </>
  );
};

/**
 * Reads the address once per page, because it changes before the next page
 * is displayed.
 */
export const LiveNotFoundView = () => {
  const { named } = useRouter().options.context;
  const page = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const message = useMemo(() => ({ page, text: describeMissingPage(named) }), [named, page]);
  return <LiveErrorPage status={404} message={message.text} />;
};

/** The message of an unknown error belongs in the log, not on the page. */
export const LiveErrorView = () => <LiveErrorPage status={500} />;
