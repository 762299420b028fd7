import {
  actingAs,
  type Channel,
  type ChannelName,
  type Context,
  noteRefusal,
  ServiceError,
  takeNotice,
  VISITOR,
} from '@yunbiao/services';
import { type Bodies, PAY_NOTICE } from './input/bodies.ts';
import { readBytes } from './input/read-bytes.ts';

const plain = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

const getAnswer = ({ status, type, body }: ReturnType<Channel['answer']>): Response =>
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
  bodies: Bodies;
}): Promise<Response> => {
  // Until its signature was looked at, anybody's.
  const ctx = actingAs(site, VISITOR);
  const channel = Object.hasOwn(ctx.channels ?? {}, name)
    ? ctx.channels?.[name as ChannelName]
    : undefined;
  if (!channel) return plain(404, '404 没有这个付款渠道');
  const place = bodies.take(PAY_NOTICE, address);
  try {
    const limit = PAY_NOTICE.limits.bytes;
    const body = await readBytes(request, { limit, place, what: '通知' });
    const callback = { headers: request.headers, body: Buffer.from(body) };
    return getAnswer(await takeNotice({ ctx, channel, callback, address }));
  } catch (error) {
    // Too long, too slow or cut off: no channel sends such a thing.
    const subject = `pay:${channel.name}:body`;
    if (error instanceof ServiceError)
      await noteRefusal({ ctx, kind: 'pay.refused', subject, address });
    throw error;
  } finally {
    place.leave();
  }
};
