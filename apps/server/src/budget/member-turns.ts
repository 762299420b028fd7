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
    for (let lookCount = 0; lookCount < LOOP_ITERATIONS; lookCount += 1) await nextTurn();
  };
  return {
    enter: async (memberId: number): Promise<void> => {
      const before = lanes.get(memberId);
      const ownTurn = waitForPrevious(before);
      lanes.set(memberId, ownTurn);
      void ownTurn.then(() => lanes.get(memberId) === ownTurn && lanes.delete(memberId));
      await before;
    },
  };
};
