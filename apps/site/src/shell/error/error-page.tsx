import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { SiteContext } from '../../kit/site/context.ts';
import { FindForm } from '../../kit/software/find-form.tsx';
import { describeMissing } from '../../kit/page/page-errors.ts';
import './error-page.css';

/** The error page goes home after this (docs/promises.md). */
export const ERROR_REDIRECT_MS = 2000;

export const errorTitle = (status: number): string => (status === 404 ? '页面不存在' : '系统错误');

type ErrorPageProps = {
  status: number;
  message?: string;
  /** The way on: home, or once more to the page that failed. */
  onward: React.ReactNode;
  search?: React.ReactNode;
  /** Why it goes nowhere by itself: the visitor has begun to use the page, or this is home. */
  stays?: 'used' | 'home' | undefined;
};

const WORDS_BELOW = {
  used: '先不回首页了',
  home: '这就是首页，稍后再试',
};

/** What both the live and the static error page show. */
export const ErrorPage = ({ status, message, onward, search, stays }: ErrorPageProps) => (
  <main className="wrap error-view">
    <div className="plate missing-page">
      <div>
        <p className="eyebrow">{status}</p>
        <h1>{errorTitle(status)}</h1>
        <p className="medium quiet">
          {status === 404
            ? '这个地址没有内容，可能已经删除，或者少抄了一段。'
            : '这一次没有成功，请稍后再试。'}
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

/** `/` of the host the visitor is on. */
const getHome = (ownAlias: string) =>
  ownAlias ? ({ to: '/$soft', params: { soft: ownAlias } } as const) : ({ to: '/' } as const);

type Searched = { alias: string; name: string };

/** The software the address begins with, or the first there is; null until it is known, and where there is none. */
const useSearched = (context: SiteContext, path: string): Searched | null => {
  const [searched, setSearched] = useState<Searched | null>(null);
  useEffect(() => {
    let isHere = true;
    const alias = context.ownAlias || (/^\/([^/]+)/.exec(path)?.[1] ?? '');
    void context
      .api('')
      .call('common', {})
      .then((reply) => {
        if (!isHere || reply.state === 'fail') return;
        const { softwares } = reply.data;
        setSearched(softwares.find((one) => one.alias === alias) ?? softwares[0] ?? null);
      });
    return () => void (isHere = false);
  }, [context, path]);
  return searched;
};

/** Its place is kept until it is known what there is to search. */
const Search = () => {
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const searched = useSearched(router.options.context, path);
  return (
    <FindForm
      alias={searched?.alias}
      className={searched ? 'field-box lost-find' : 'field-box lost-find off'}
      name="找找看"
      label="搜索问答、文档"
      placeholder={searched ? `在${searched.name}里搜索` : ''}
    />
  );
};

/** Whether the visitor has begun to use the page: put the cursor into a field, on the page or above it, or tabbed. */
const useStaying = (): boolean => {
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.matches('input, textarea, select')) setStaying(true);
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab') setStaying(true);
    };
    addEventListener('focusin', onFocus, { signal });
    addEventListener('keydown', onKey, { signal });
    return () => left.abort();
  }, []);
  return isStaying;
};

const LiveErrorPage = ({ status, message }: { status: number; message?: string }) => {
  const router = useRouter();
  const { ownAlias } = router.options.context;
  const to = useMemo(() => getHome(ownAlias), [ownAlias]);
  const isUsed = useStaying();
  const here = useRouterState({ select: ({ location }) => location.publicHref });
  // A missing page is never home: home always has its address.
  const isHome = status !== 404 && here.split(/[?#]/, 1)[0] === '/';
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
      再试一次
    </a>
  ) : (
    <Link {...to} className="button primary">
      回到首页
    </Link>
  );
  return (
    <>
      <title>{`${errorTitle(status)} · 云标`}</title>
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

/** For `notFoundComponent`. The address is read once a page: it changes before the next page is there. */
export const NotFoundView = () => {
  const { named } = useRouter().options.context;
  const page = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const message = useMemo(() => ({ page, text: describeMissing(named) }), [named, page]);
  return <LiveErrorPage status={404} message={message.text} />;
};

/** For `errorComponent`: the message of an unknown error is for the log, not for the page. */
export const ErrorView = () => <LiveErrorPage status={500} />;
