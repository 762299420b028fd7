import { HeadContent, Scripts, useRouter, useRouterState } from '@tanstack/react-router';
import { closeQuestions, questions, THEME_SCRIPT, Toaster, useStore } from '@yunbiao/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { onDemand } from '../../kit/site/on-demand.ts';
import { AWAKE, EARLY_SCRIPT } from './early-acts.ts';
import { LoginHost } from '../session/login-host.tsx';
import '@yunbiao/ui/base.css';
import './layouts.css';

const AskHost = onDemand(async () => (await import('@yunbiao/ui/ask-host.tsx')).AskHost);

/** Questions and the login dialog come with the first act that needs them. */
const Floats = () => {
  const asked = useStore(questions, (list) => list.length > 0);
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    dispatchEvent(new Event(AWAKE));
    setMounted(true);
  }, []);
  return (
    <>
      <Toaster />
      {mounted && <LoginHost />}
      {asked && <AskHost onGiveUp={closeQuestions} />}
    </>
  );
};

/** React draws nothing inside `noscript` in a browser: the words stay out of what every page loads first. */
const NoScripts = () =>
  import.meta.env.SSR && (
    <p className="no-scripts">
      浏览器没有运行脚本（JavaScript）。看介绍、下载和问答不需要它；登录、注册和打印需要：请在浏览器设置里允许本站运行脚本，再刷新这一页。
    </p>
  );

/** It has run when React takes the document over, which leaves what it finds: none of it is sent a second time. */
const HEAD_SCRIPT = import.meta.env.SSR ? `${THEME_SCRIPT};${EARLY_SCRIPT}` : '';

/** The document around every page, the error pages included. */
export const SiteDocument = ({ children }: { children: ReactNode }) => {
  const nonce = useRouter().options.ssr?.nonce;
  const isLong = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => staticData.isLong),
  });
  return (
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        <HeadContent />
        {/* Half a page is not painted: what stands above or is laid out from the end would push the rest about. */}
        <link rel="expect" href={isLong ? '#fold' : '#end'} blocking="render" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }}
        />
      </head>
      <body>
        <noscript>
          <NoScripts />
        </noscript>
        <div id="page">{children}</div>
        <i id="end" hidden />
        <Floats />
        <Scripts />
      </body>
    </html>
  );
};
