import type { Handlers } from '../handler.ts';
import { printEventStream } from '../print-events.ts';

export const eventHandlers: Pick<Handlers, 'printEvents'> = {
  printEvents: ({ ctx, caller }) =>
    Promise.resolve({
      stream: printEventStream({
        ctx,
        signedIn: caller.signedIn,
        signal: caller.signal,
        place: caller.takeStream(),
      }),
    }),
};
