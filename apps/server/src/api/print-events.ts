import type { PrintEvent } from '@yunbiao/contract';
import { type Context, isSessionOpen, noticeCount, type SignedIn } from '@yunbiao/services';
import type { StreamPlace } from './live-streams.ts';

const KEEP_ALIVE_MS = 15_000;
/** A reader this far behind is told to read everything again instead. */
const MAX_BEHIND = 2_000;

const encoder = new TextEncoder();
const frame = (event: PrintEvent): Uint8Array =>
  encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

/** Tells how many notices are unread, at first and whenever it is another number: other processes write some, too. */
const tellUnread = (ctx: Context, memberId: number, send: (event: PrintEvent) => unknown) => {
  let told: number | null = null;
  let asking = Promise.resolve();
  const tell = async (): Promise<void> => {
    const { unread } = await noticeCount({ ctx, memberId });
    if (unread === told) return;
    told = unread;
    send({ type: 'notice', unread });
  };
  return {
    /** One after another: an earlier question may be answered later. */
    ask: (): Promise<void> =>
      (asking = asking.then(tell).catch((error: unknown) => {
        ctx.log.warn('unread notices could not be counted', { error });
      })),
    forget: (): void => {
      told = null;
    },
  };
};

/**
 * What happens to the member's labels, clients and printers, as server-sent events. Begins with `resync`; ends when
 * the connection or the session does, or when its place is taken.
 */
export const printEventStream = ({
  ctx,
  signedIn,
  signal,
  place,
}: {
  ctx: Context;
  signedIn: SignedIn;
  signal: AbortSignal;
  place: StreamPlace;
}): ReadableStream<Uint8Array> => {
  const { sessionId, member } = signedIn;
  let stop = (): void => {};
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let isBehind = false;
        const send = (event: PrintEvent): void => {
          if ((controller.desiredSize ?? 0) <= 0) {
            isBehind = true;
            return;
          }
          if (isBehind) unread.forget();
          place.wrote();
          controller.enqueue(frame(isBehind ? { type: 'resync' } : event));
          isBehind = false;
        };
        const unread = tellUnread(ctx, member.id, (event) => isOpen && send(event));
        const check = async (): Promise<void> => {
          const isSignedIn = await isSessionOpen({ ctx, sessionId });
          if (!isOpen) return;
          if (!isSignedIn) return close();
          if (isBehind) send({ type: 'resync' });
          else controller.enqueue(encoder.encode(': keep-alive\n\n'));
          await unread.ask();
        };
        const timer = setInterval(() => {
          check().catch((error: unknown) => {
            ctx.log.error('live stream failed', { error });
            close();
          });
        }, KEEP_ALIVE_MS);
        const offPrint = ctx.bus.on('print', ({ memberId, event }) => {
          if (memberId === member.id) send(event);
        });
        const offNotices = ctx.bus.on('notices-changed', ({ memberId }) => {
          if (memberId === member.id) void unread.ask();
        });
        const offSession = ctx.bus.on('session-ended', (ended) => {
          if (ended.sessionId === sessionId) close();
        });
        const release = (): void => {
          clearInterval(timer);
          offPrint();
          offNotices();
          offSession();
          signal.removeEventListener('abort', close);
          place.signal.removeEventListener('abort', close);
          place.leave();
        };
        let isOpen = true;
        const close = (): void => {
          if (!isOpen) return;
          isOpen = false;
          release();
          controller.close();
        };
        stop = () => {
          isOpen = false;
          release();
        };
        if (signal.aborted || place.signal.aborted) return close();
        signal.addEventListener('abort', close);
        place.signal.addEventListener('abort', close);
        send({ type: 'resync' });
        void unread.ask();
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: MAX_BEHIND }),
  );
};
