import { createHash } from 'node:crypto';
import { type Context, unsubscribeFromDigest, ServiceError } from '@yunbiao/services';

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.6 system-ui,sans-serif;background:Canvas;color:CanvasText}main{max-width:420px;margin:0 auto;padding:32px 20px}h1{font-size:20px;margin:0 0 8px}button,a{display:block;box-sizing:border-box;width:100%;min-height:48px;margin-top:16px;padding:10px 16px;border:1px solid GrayText;border-radius:8px;background:Canvas;color:CanvasText;font:inherit;text-align:center;text-decoration:none;cursor:pointer}`;

const createUnsubscribePageReply = (status: number, title: string, body: string): Response => {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return new Response(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
    {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      },
    },
  );
};

const home = '<a href="/">去云标</a>';
const CONFIRM_PAGE = `<p>每天一封的未读通知，以后不再发到你的邮箱。通知在网站上照常有。</p><form method="post"><button>不再发</button></form>${home}`;
const DONE_PAGE = `<p>不会再发了。想再收，登录以后在“通知”里选。</p>${home}`;

/**
 * Serves the unsubscribe link of digest emails. GET shows a confirmation page, because mail
 * scanners open links. POST, from the page's button or from the mail program (RFC 8058),
 * unsubscribes. Needs no sign-in and has no other effect.
 */
export const serveDigestUnsubscribe = async (ctx: Context, request: Request): Promise<Response> => {
  if (request.method !== 'POST')
    return createUnsubscribePageReply(200, '退订通知邮件', CONFIRM_PAGE);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    await unsubscribeFromDigest({ ctx, token });
    return createUnsubscribePageReply(200, '已经退订', DONE_PAGE);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return createUnsubscribePageReply(error.code, '没有退订', `<p>${error.message}。</p>${home}`);
  }
};
