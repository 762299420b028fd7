import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { NotFoundData } from './page-errors.ts';
import './error-page.css';

/** Specification §9: the error page returns home after this. */
export const ERROR_REDIRECT_MS = 2000;

export const errorTitle = (status: number): string => (status === 404 ? '页面不存在' : '系统错误');

type ErrorPageProps = { status: number; message?: string; home: React.ReactNode };

/** What both the live and the static error page show. */
export const ErrorPage = ({ status, message, home }: ErrorPageProps) => (
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
        <div className="cd" aria-hidden="true">
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
          2 秒后回到首页
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

const LiveErrorPage = ({ status, message }: { status: number; message?: string }) => {
  const router = useRouter();
  const { ownAlias } = router.options.context;
  const to = useMemo(() => homeOf(ownAlias), [ownAlias]);
  useEffect(() => {
    const timer = setTimeout(
      () => void router.navigate({ ...to, replace: true }),
      ERROR_REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [router, to]);
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
      <ErrorPage status={status} home={home} {...(message ? { message } : {})} />
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
