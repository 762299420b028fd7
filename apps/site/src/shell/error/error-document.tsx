import { ErrorPage, ERROR_REDIRECT_MS, getErrorTitle } from './error-page.tsx';

/** Static error page without scripts and data. It redirects to the home page automatically. */
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
      <title>{`${getErrorTitle(status)} · 云标`}</title>
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
