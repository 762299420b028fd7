import type { PrintEvent } from '@yunbiao/contract';
import { type Context, isSessionOpen, type SignedIn } from '@yunbiao/services';
import type { StreamPlace } from './live-streams.ts';

const KEEP_ALIVE_MS = 15_000;
/** A reader this far behind is told to read everything again instead. */
const MAX_BEHIND = 2_000;

const encoder = new TextEncoder();
const frame = (event: PrintEvent): Uint8Array =>
  encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

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
          controller.enqueue(frame(isBehind ? { type: 'resync' } : event));
          isBehind = false;
        };
        const check = async (): Promise<void> => {
          const isSignedIn = await isSessionOpen({ ctx, sessionId });
          if (!isOpen) return;
          if (!isSignedIn) return close();
          if (isBehind) send({ type: 'resync' });
          else controller.enqueue(encoder.encode(': keep-alive\n\n'));
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
        const offSession = ctx.bus.on('session-ended', (ended) => {
          if (ended.sessionId === sessionId) close();
        });
        const release = (): void => {
          clearInterval(timer);
          offPrint();
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
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: MAX_BEHIND }),
  );
};
