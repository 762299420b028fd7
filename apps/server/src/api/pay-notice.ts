import {
  copyContextWithActor,
  type Channel,
  type ChannelName,
  type Context,
  recordRefusal,
  ServiceError,
  handleNotice,
  VISITOR,
} from '@yunbiao/services';
import { type BodySlots, PAY_NOTICE_BODY } from './input/body-slots.ts';
import { readBodyBytes } from './input/read-bytes.ts';

const createUncachedTextReply = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

const createChannelReply = ({ status, type, body }: ReturnType<Channel['buildAnswer']>): Response =>
  new Response(status === 204 ? null : body, {
    status,
    headers: { 'Cache-Control': 'no-store', ...(type ? { 'Content-Type': type } : {}) },
  });

/**
 * Serves a callback of a payment channel. The body is read only up to a small limit and is kept
 * byte for byte, because the signature covers the bytes.
 * @throws 408, 413, 429, 503
 */
export const servePayNotice = async ({
  ctx: site,
  request,
  name,
  address,
  bodies,
}: {
  ctx: Context;
  request: Request;
  name: string;
  address: string;
  bodies: BodySlots;
}): Promise<Response> => {
  // Untrusted until the signature is verified.
  const ctx = copyContextWithActor(site, VISITOR);
  const channel = Object.hasOwn(ctx.channels ?? {}, name)
    ? ctx.channels?.[name as ChannelName]
    : undefined;
  if (!channel) return createUncachedTextReply(404, '404 没有这个付款渠道');
  const place = bodies.acquireSlot(PAY_NOTICE_BODY, address);
  try {
    const limit = PAY_NOTICE_BODY.limits.bytes;
    const body = await readBodyBytes(request, { limit, place, contentName: '通知' });
    const callback = { headers: request.headers, body: Buffer.from(body) };
    return createChannelReply(await handleNotice({ ctx, channel, callback, address }));
  } catch (error) {
    // Too large, too slow or truncated: payment channels do not send such bodies.
    const subject = `pay:${channel.name}:body`;
    if (error instanceof ServiceError)
      await recordRefusal({ ctx, kind: 'pay.refused', subject, address });
    throw error;
  } finally {
    place.release();
  }
};
