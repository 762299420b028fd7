import { type Channel, type ChannelName, type Context, takeNotice } from '@yunbiao/services';
import { type Bodies, PAY_NOTICE } from './input/bodies.ts';
import { readBytes } from './input/read-bytes.ts';

const plain = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

const answerOf = ({ status, type, body }: ReturnType<Channel['answer']>): Response =>
  new Response(status === 204 ? null : body, {
    status,
    headers: { 'Cache-Control': 'no-store', ...(type ? { 'Content-Type': type } : {}) },
  });

/**
 * A callback of a channel. Nothing is looked at before the body is known to be small; the body is kept byte for byte, as
 * it was signed.
 * @throws 408, 413, 429, 503
 */
export const serveNotice = async ({
  ctx,
  request,
  name,
  address,
  bodies,
}: {
  ctx: Context;
  request: Request;
  name: string;
  address: string;
  bodies: Bodies;
}): Promise<Response> => {
  const channel = Object.hasOwn(ctx.channels ?? {}, name)
    ? ctx.channels?.[name as ChannelName]
    : undefined;
  if (!channel) return plain(404, '404 没有这个付款渠道');
  const place = bodies.take(PAY_NOTICE, address);
  try {
    const limit = PAY_NOTICE.limits.bytes;
    const body = await readBytes(request, { limit, place, what: '通知' });
    const callback = { headers: request.headers, body: Buffer.from(body) };
    return answerOf(await takeNotice({ ctx, channel, callback, address }));
  } finally {
    place.leave();
  }
};
