import { describe, expect, it } from 'vitest';
import { createWorkBudget, type WorkBudget } from './work-budget.ts';

const createClock = () => {
  let at = 0;
  return {
    now: () => at,
    sleep: (ms: number) => {
      at += ms;
      return Promise.resolve();
    },
  };
};

const SMALL = { burst: 100, perSecond: 10, reserve: 20 };

describe('a work budget', () => {
  it('gives a burst at once and then so many units a second, however the work is split', async () => {
    for (const units of [1, 5, 40]) {
      const time = createClock();
      const budget = createWorkBudget({ ...time, ...SMALL, reserve: 0 });
      for (let n = 0; n < 400 / units; n += 1)
        await budget.admit({ memberId: 7, units, use: 'request' });
      // A bucket may be overdrawn only by the last piece of work.
      expect(budget.getChargedUnits()).toBeLessThanOrEqual(100 + (10 * time.now()) / 1_000 + units);
    }
  });

  it('is one for all that a member does, and another member has another', async () => {
    const budget = createWorkBudget({ ...createClock(), ...SMALL });
    for (const use of ['socket', 'request'] as const)
      expect(await budget.admit({ memberId: 7, units: 50, use })).toBe(true);
    expect(budget.waitMs(7, 'request')).toBe(0);
    budget.charge(7, 10);
    expect(budget.waitMs(7, 'request')).toBe(1_000);
    expect(budget.waitMs(8, 'socket')).toBe(0);
  });

  it('keeps the last part for what people wait for', async () => {
    const budget = createWorkBudget({ ...createClock(), ...SMALL });
    budget.charge(7, 90);
    expect(budget.waitMs(7, 'socket')).toBe(1_000);
    expect(budget.waitMs(7, 'request')).toBe(0);
  });

  it('takes nothing from anyone who is turned away', async () => {
    const budget = createWorkBudget({ ...createClock(), ...SMALL });
    budget.charge(7, 200);
    const base = { memberId: 7, units: 5, use: 'request' } as const;
    expect(await budget.admit({ ...base, maxWaitMs: 5_000 })).toBe(false);
    expect(await budget.admit({ ...base, signal: AbortSignal.abort() })).toBe(false);
    expect(budget.getChargedUnits()).toBe(200);
    expect(budget.getWaits()).toEqual({ socket: 0, request: 0 });
  });

  it('begins one request of a member in a turn of the event loop, and others’ beside it', async () => {
    const budget = createWorkBudget();
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const admitRequest = async (memberId: number): Promise<number> => {
      await budget.admit({ memberId, units: 1, use: 'request' });
      return turn;
    };
    const many = Array.from({ length: 50 }, () => admitRequest(7));
    const other = await admitRequest(8);
    const turns = await Promise.all(many);
    isOver = true;
    expect(new Set(turns).size).toBe(50);
    expect(other).toBeLessThanOrEqual(2);
  });

  it('lets anyone who waits go when the end has come', async () => {
    const ending = new AbortController();
    const sleep = () => new Promise<void>(() => {});
    const budget = createWorkBudget({ now: () => 0, sleep, ...SMALL });
    budget.charge(7, 200);
    const waiting = budget.admit({
      memberId: 7,
      units: 5,
      use: 'socket',
      signal: ending.signal,
    });
    ending.abort();
    expect(await waiting).toBe(false);
  });

  describe('of printing', () => {
    /** One connection attempt: 12 units of messages, then its end. */
    const attemptCharge = (budget: WorkBudget, chargedAttempts: number): void => {
      budget.charge(7, 12, 'socket');
      budget.addRefundable(7, 12);
      budget.refund(7, { attempts: 1, chargedAttempts });
    };
    const PRINTING = { ...SMALL, spareAttempts: 4, spareAttemptsPerSecond: 1 };

    it('gives the same back for an attempt however it ended', () => {
      const waits = [0, 1].map((chargedAttempts) => {
        const budget = createWorkBudget({ ...createClock(), ...PRINTING });
        budget.charge(7, 95);
        attemptCharge(budget, chargedAttempts);
        return budget.waitMs(7, 'socket');
      });
      expect(waits).toEqual([1_700, 1_700]);
    });

    it('gives back no more than printing was charged, and nothing of other work', () => {
      const budget = createWorkBudget({ ...createClock(), ...PRINTING });
      budget.charge(7, 100);
      budget.charge(7, 10, 'socket');
      budget.addRefundable(7, 3);
      budget.refund(7, { attempts: 50, chargedAttempts: 50 });
      expect(budget.waitMs(7, 'request')).toBe(700);
      budget.refund(7, { attempts: 50, chargedAttempts: 50 });
      expect(budget.waitMs(7, 'request')).toBe(700);
    });

    it('gives nothing back for the same label again and again, once spare attempts are used up', () => {
      const budget = createWorkBudget({ ...createClock(), ...PRINTING });
      let rounds = 0;
      while (budget.waitMs(7, 'request') === 0 && rounds < 1_000) {
        attemptCharge(budget, 0);
        rounds += 1;
      }
      // Four rounds cost 2 units each, then eight rounds 12 each.
      expect(rounds).toBe(4 + 8);
    });

    it('gains a spare attempt by each place that is used up', () => {
      const budget = createWorkBudget({ ...createClock(), ...PRINTING });
      for (let n = 0; n < 4; n += 1) attemptCharge(budget, 0);
      for (let n = 0; n < 3; n += 1) attemptCharge(budget, 1);
      for (let n = 0; n < 3; n += 1) attemptCharge(budget, 0);
      // Ten attempts at 2 units each.
      budget.charge(7, 80);
      expect(budget.waitMs(7, 'request')).toBe(0);
      attemptCharge(budget, 0);
      expect(budget.waitMs(7, 'request')).toBe(1_200);
    });
  });

  describe('while units are missing', () => {
    /** A clock that only `pass` advances. */
    const handClock = () => {
      let at = 0;
      const sleepers = new Set<{ until: number; wake: () => void }>();
      const settle = async (): Promise<void> => {
        for (let turn = 0; turn < 20; turn += 1) await new Promise((go) => setImmediate(go));
      };
      return {
        now: () => at,
        sleep: (ms: number, signal: AbortSignal) =>
          new Promise<void>((wake) => {
            const sleeper = { until: at + ms, wake };
            sleepers.add(sleeper);
            signal.addEventListener('abort', () => sleepers.delete(sleeper));
          }),
        countSleepers: () => sleepers.size,
        settle,
        pass: async (ms: number): Promise<void> => {
          const end = at + ms;
          while (at < end) {
            at = Math.min(end, ...[...sleepers].map(({ until }) => until));
            for (const sleeper of sleepers)
              if (sleeper.until <= at && sleepers.delete(sleeper)) sleeper.wake();
            await settle();
          }
        },
      };
    };

    it('refuses at once who would wait too long, and serves the others in order by one timer', async () => {
      const time = handClock();
      const budget = createWorkBudget({ ...time, ...SMALL });
      budget.charge(7, 100);
      const served: number[] = [];
      const refused: number[] = [];
      const admitSocket = async (n: number): Promise<void> => {
        const isAdmitted = await budget.admit({
          memberId: 7,
          units: 10,
          use: 'socket',
          maxWaitMs: 5_000,
        });
        (isAdmitted ? served : refused).push(n);
      };
      const admissions = Array.from({ length: 2_000 }, (_, n) => admitSocket(n));
      await time.settle();
      // In 5 s the bucket gains 50 units; sockets leave 20 and have a share of 12.5.
      expect(refused.length).toBeGreaterThan(1_990);
      expect(time.countSleepers()).toBe(1);
      await time.pass(6_000);
      await Promise.all(admissions);
      expect(served).toEqual(served.map((_, n) => n));
      expect(served.length).toBeGreaterThan(1);
      expect(budget.getChargedUnits()).toBeLessThanOrEqual(100 + 60);
      expect(time.countSleepers()).toBe(0);
    });

    it('leaves print clients a quarter of what comes back while requests use all they get', async () => {
      const time = handClock();
      const budget = createWorkBudget({ ...time, ...SMALL, perSecond: 100 });
      budget.charge(7, 100);
      const counts = { socket: 0, request: 0 };
      let isOver = false;
      const admitRepeatedly = async (use: 'socket' | 'request'): Promise<void> => {
        while (!isOver && (await budget.admit({ memberId: 7, units: 1, use }))) counts[use] += 1;
      };
      const all = [
        admitRepeatedly('request'),
        admitRepeatedly('request'),
        admitRepeatedly('request'),
        admitRepeatedly('socket'),
      ];
      await time.pass(10_000);
      isOver = true;
      await time.pass(1_000);
      await Promise.all(all);
      expect(counts.socket).toBeGreaterThan(200);
      expect(counts.request).toBeGreaterThan(500);
      expect(counts.socket + counts.request).toBeLessThanOrEqual(1_100);
    });
  });
});
