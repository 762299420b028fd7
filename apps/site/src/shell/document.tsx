import { HeadContent, Scripts, useRouter } from '@tanstack/react-router';
import { questions, THEME_SCRIPT, Toaster, useStore } from '@yunbiao/ui';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { LoginHost } from './login-host.tsx';
import '@yunbiao/ui/base.css';
import './layouts.css';

const AskHost = lazy(async () => ({ default: (await import('@yunbiao/ui/ask-host.tsx')).AskHost }));

/** Questions and the login dialog come with the first act that needs them. */
const Floats = () => {
  const asked = useStore(questions, (list) => list.length > 0);
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <>
      <Toaster />
      {mounted && <LoginHost />}
      {asked && (
        <Suspense fallback={null}>
          <AskHost />
        </Suspense>
      )}
    </>
  );
};

/** The document around every page, the error pages included. */
export const SiteDocument = ({ children }: { children: ReactNode }) => {
  const nonce = useRouter().options.ssr?.nonce;
  return (
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        <HeadContent />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }}
        />
      </head>
      <body>
        <div id="page">{children}</div>
        <Floats />
        <Scripts />
      </body>
    </html>
  );
};
