import './error-page.css';

/** Static page for an overloaded server, without scripts and data. It reloads automatically. */
export const BusyDocument = ({ waitS, css }: { waitS: number; css: readonly string[] }) => (
  <html lang="zh-CN">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="robots" content="noindex" />
      {/* Without a URL, the refresh reloads the same page. */}
      <meta httpEquiv="refresh" content={String(waitS)} />
      <title>请稍等 · 云标</title>
      {css.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </head>
    <body>
      <div id="page">
        <main className="wrap error-view">
          <div className="plate missing-page">
            <div>
              <p className="eyebrow">503</p>
              <h1>现在用的人太多</h1>
              <p className="medium quiet">这一页还没有轮到，{waitS} 秒后自动重试，不用刷新。</p>
            </div>
          </div>
        </main>
      </div>
    </body>
  </html>
);
