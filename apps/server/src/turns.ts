/** Between two pieces of work: the others that wait have their turn, and the network is looked at. */
export type Pause = () => Promise<void>;

export type Turns = {
  /** Waits for a turn in any case. */
  turn: Pause;
  /** Waits for another turn once the one under way has lasted long enough. */
  pause: Pause;
};

/** Small pieces follow each other so long, ms. */
const BUDGET_MS = 1;
/**
 * Looks at the network between two pieces. In one the loop takes one new connection, in the next it reads what that
 * asks: with a single look a visitor would wait for several pieces.
 */
const LOOKS = 3;

/**
 * Work that takes turns: one piece goes on, then the event loop looks at its sockets. Whatever is answered at once waits
 * for one piece, however much work there is.
 */
export const createTurns = ({ budgetMs = BUDGET_MS, looks = LOOKS } = {}): Turns => {
  const waiting: (() => void)[] = [];
  let isUnderWay = false;
  let since = -Infinity;
  const goOn = (left: number): void => {
    if (left > 1) return void setImmediate(goOn, left - 1);
    since = performance.now();
    waiting.shift()?.();
    isUnderWay = waiting.length > 0;
    if (isUnderWay) setImmediate(goOn, looks);
  };
  const turn: Pause = () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (isUnderWay) return;
      isUnderWay = true;
      setImmediate(goOn, looks);
    });
  return {
    turn,
    pause: () => (performance.now() - since < budgetMs ? Promise.resolve() : turn()),
  };
};
