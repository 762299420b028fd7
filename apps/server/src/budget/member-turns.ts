import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Event loop iterations between two requests of one member: the first accepts a new connection, the
 * next reads from it.
 */
const LOOP_ITERATIONS = 3;

/** Starts one request of a member per turn of the event loop, even if many arrive together. */
export const createMemberTurnQueue = () => {
  const lanes = new Map<number, Promise<void>>();
  const waitForPrevious = async (before: Promise<void> | undefined): Promise<void> => {
    await before;
    for (let look = 0; look < LOOP_ITERATIONS; look += 1) await nextTurn();
  };
  return {
    enter: async (memberId: number): Promise<void> => {
      const before = lanes.get(memberId);
      const own = waitForPrevious(before);
      lanes.set(memberId, own);
      void own.then(() => lanes.get(memberId) === own && lanes.delete(memberId));
      await before;
    },
  };
};
