import { HeadContent, Scripts, useRouter, useRouterState } from '@tanstack/react-router';
import { getThemeColorMedia, THEME_COLORS, THEME_SCRIPT, Toaster, useStore } from '@yunbiao/ui';
import { cancelOpenQuestions, questions } from '@yunbiao/ui/overlay/open-questions.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { HYDRATED_EVENT, EARLY_SCRIPT } from './early-events.ts';
import { LoginHost } from '../session/login-host.tsx';
import '@yunbiao/ui/base.css';
import './layouts.css';

const AskHost = createOnDemandComponent(
  async () => (await import('@yunbiao/ui/overlay/question-host.tsx')).AskHost,
);

/** Dialogs load on first use. */
const Overlays = () => {
  const isAsking = useStore(questions, (list) => list.length > 0);
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    dispatchEvent(new Event(HYDRATED_EVENT));
    setMounted(true);
  }, []);
  return (
    <>
      <Toaster />
      {mounted && <LoginHost />}
      {isAsking && <AskHost onGiveUp={cancelOpenQuestions} />}
    </>
  );
};

/**
 * React renders no `noscript` content in the browser, so the text is excluded from the browser
 * bundle.
 */
const NoScripts = () =>
  import.meta.env.SSR && (
    <p className="no-scripts">
      浏览器没有运行脚本（JavaScript）。看介绍、下载和问答不需要它；登录、注册和打印需要：请在浏览器设置里允许本站运行脚本，再刷新这一页。
    </p>
  );

/**
 * The script has already run when React hydrates. React keeps it, so the browser bundle does not
 * contain it.
 */
const HEAD_SCRIPT = import.meta.env.SSR ? `${THEME_SCRIPT};${EARLY_SCRIPT}` : '';

/** Document of all pages, including error pages. */
export const SiteDocument = ({ children }: { children: ReactNode }) => {
  const nonce = useRouter().options.ssr?.nonce;
  const isLong = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => staticData.isLong),
  });
  return (
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        <HeadContent />
        {/* The router keeps one tag of a name; these are two, one for each theme: `--paper`. */}
        {(['light', 'dark'] as const).map((theme) => (
          <meta
            key={theme}
            name="theme-color"
            media={getThemeColorMedia(theme)}
            content={THEME_COLORS[theme]}
            // A chosen theme has changed it before React hydrates.
            suppressHydrationWarning
          />
        ))}
        {/*
         * Blocks painting until this element exists. Otherwise elements above it, or elements
         * positioned from the end, would cause layout shift.
         */}
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
        <Overlays />
        <Scripts />
      </body>
    </html>
  );
};
