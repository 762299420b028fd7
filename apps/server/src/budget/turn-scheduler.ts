/** Awaited between two pieces of work, so that other work and the network get their turn. */
export type Pause = () => Promise<void>;

export type TurnScheduler = {
  /** Always waits for a turn. */
  waitForTurn: Pause;
  /** Waits for another turn only if the current one has lasted long enough. */
  pause: Pause;
};

/** Pieces of work share a turn up to this duration, ms. */
const TURN_MS = 1;
/**
 * Event loop iterations between two turns. In one iteration the loop accepts a connection, in the
 * next it reads its request. With a single iteration a visitor would wait for several turns.
 */
const LOOP_ITERATIONS = 3;

/**
 * Schedules work in turns: between two turns the event loop polls its sockets. Cheap requests then
 * wait for at most one turn, regardless of the amount of work.
 */
export const createTurnScheduler = ({
  budgetMs = TURN_MS,
  looks: loopIterations = LOOP_ITERATIONS,
} = {}): TurnScheduler => {
  const waiting: (() => void)[] = [];
  let isScheduled = false;
  let since = -Infinity;
  const runNextTurn = (turnsLeft: number): void => {
    if (turnsLeft > 1) return void setImmediate(runNextTurn, turnsLeft - 1);
    since = performance.now();
    waiting.shift()?.();
    isScheduled = waiting.length > 0;
    if (isScheduled) setImmediate(runNextTurn, loopIterations);
  };
  const waitForTurn: Pause = () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(runNextTurn, loopIterations);
    });
  return {
    waitForTurn,
    pause: () => (performance.now() - since < budgetMs ? Promise.resolve() : waitForTurn()),
  };
};
