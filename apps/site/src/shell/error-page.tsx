import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SiteContext } from './context.ts';
import type { NotFoundData } from './page-errors.ts';
import './error-page.css';

/** Specification §9: the error page returns home after this. */
export const ERROR_REDIRECT_MS = 2000;

export const errorTitle = (status: number): string => (status === 404 ? '页面不存在' : '系统错误');

type ErrorPageProps = {
  status: number;
  message?: string;
  home: React.ReactNode;
  search?: React.ReactNode;
  /** The visitor has begun to use the page: it goes nowhere by itself any more. */
  isStaying?: boolean;
};

/** What both the live and the static error page show. */
export const ErrorPage = ({ status, message, home, search, isStaying }: ErrorPageProps) => (
  <main className="wrap err">
    <div className="plate err404">
      <div>
        <p className="lab">{status}</p>
        <h1>{errorTitle(status)}</h1>
        <p className="m q">
          {status === 404
            ? '这个地址没有内容，可能已经删除，或者少抄了一段。'
            : '这一次没有成功，请稍后再试。'}
        </p>
        {message && <p className="s qq mono">{message}</p>}
        {search}
        <div className={isStaying ? 'cd off' : 'cd'} aria-hidden="true">
          <div className="dial">
            <div className="ticks">
              {Array.from({ length: 21 }, (_, i) => (
                <i key={i} className={i % 10 === 0 ? 'x' : ''} />
              ))}
            </div>
            <b />
            <div className="nums">
              <span>0</span>
              <span>1</span>
              <span>2 秒</span>
            </div>
          </div>
        </div>
        <p className="s q" aria-live="polite">
          {isStaying ? '先不回首页了，什么时候走由你' : '2 秒后回到首页'}
        </p>
        <div className="row back">{home}</div>
      </div>
      <div className="bed" aria-hidden="true">
        <div className="roll">
          <div className="blank" />
          <div className="gone">{status}</div>
          <div className="blank" />
        </div>
      </div>
    </div>
  </main>
);

/** `/` of the host the visitor is on. */
const homeOf = (ownAlias: string) =>
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
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      className={searched ? 'in lost-find' : 'in lost-find off'}
      role="search"
      aria-label="找找看"
      onSubmit={(event) => {
        event.preventDefault();
        const q = input.current?.value.trim();
        if (!q || !searched) return;
        const to = '/$soft/search' as '/$soft';
        void router.navigate({ to, params: { soft: searched.alias }, search: { q } as object });
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label="搜索问答、文档"
        placeholder={searched ? `在${searched.name}里搜索` : ''}
        enterKeyHint="search"
      />
    </form>
  );
};

/** Whether the visitor has begun to use the page: put the cursor into a field, on the page or above it, or tabbed. */
const useStaying = (): boolean => {
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.matches('input, textarea, select')) setStaying(true);
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab') setStaying(true);
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return isStaying;
};

const LiveErrorPage = ({ status, message }: { status: number; message?: string }) => {
  const router = useRouter();
  const { ownAlias } = router.options.context;
  const to = useMemo(() => homeOf(ownAlias), [ownAlias]);
  const isStaying = useStaying();
  useEffect(() => {
    if (isStaying) return;
    const timer = setTimeout(
      () => void router.navigate({ ...to, replace: true }),
      ERROR_REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [router, to, isStaying]);
  const home = (
    <Link {...to} className="btn go">
      回到首页
    </Link>
  );
  return (
    <>
      <title>{`${errorTitle(status)} · 云标`}</title>
      <meta name="robots" content="noindex" />
      <noscript>
        <meta httpEquiv="refresh" content={`${ERROR_REDIRECT_MS / 1000};url=/`} />
      </noscript>
      <ErrorPage
        status={status}
        home={home}
        isStaying={isStaying}
        search={status === 404 && <Search />}
        {...(message ? { message } : {})}
      />
    </>
  );
};

const messageOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'message' in data
    ? String((data as NotFoundData).message)
    : undefined;

/** For `notFoundComponent`. */
export const NotFoundView = ({ data }: { data?: unknown }) => {
  const href = useRouterState({ select: (state) => state.location.href });
  return <LiveErrorPage status={404} message={messageOf(data) ?? `Page Not Found: ${href}`} />;
};

/** For `errorComponent`: the message of an unknown error is for the log, not for the page. */
export const ErrorView = () => <LiveErrorPage status={500} />;
