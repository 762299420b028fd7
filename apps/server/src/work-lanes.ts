import { setImmediate as nextTurn } from 'node:timers/promises';

/** Looks at the network between two requests of one member: one takes a new connection, the next reads from it. */
const LOOKS = 3;

/** One request of a member begins in a turn of the event loop, however many have come together. */
export const createLanes = () => {
  const lanes = new Map<number, Promise<void>>();
  const leave = async (before: Promise<void> | undefined): Promise<void> => {
    await before;
    for (let look = 0; look < LOOKS; look += 1) await nextTurn();
  };
  return {
    enter: async (memberId: number): Promise<void> => {
      const before = lanes.get(memberId);
      const own = leave(before);
      lanes.set(memberId, own);
      void own.then(() => lanes.get(memberId) === own && lanes.delete(memberId));
      await before;
    },
  };
};
