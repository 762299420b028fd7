import { ErrorPage, ERROR_REDIRECT_MS, errorTitle } from './error-page.tsx';

/** The error page when nothing can be relied on: no script, no data. It returns home by itself. */
export const StaticErrorDocument = ({
  status,
  css,
}: {
  status: number;
  css: readonly string[];
}) => (
  <html lang="zh-CN">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta httpEquiv="refresh" content={`${ERROR_REDIRECT_MS / 1000};url=/`} />
      <title>{`${errorTitle(status)} · 云标`}</title>
      {css.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </head>
    <body>
      <div id="page">
        <ErrorPage
          status={status}
          onward={
            <a className="button primary" href="/">
              回到首页
            </a>
          }
        />
      </div>
    </body>
  </html>
);
