import { describe, expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A job that runs until `release` is called. */
const createHeldSend = () => {
  let release = (): void => {};
  const done = new Promise<void>((resolve) => (release = resolve));
  return { done, release: () => release() };
};

describe('the outbox', () => {
  it('does eight at once and the rest in turn, after the caller has gone', async () => {
    const outbox = createOutbox(quiet, 1);
    const gate = createHeldSend();
    const begun: number[] = [];
    for (let n = 0; n < 20; n += 1)
      outbox.add(() => {
        begun.push(n);
        return gate.done;
      });
    expect(begun).toEqual([]);
    await expect.poll(() => begun.length).toBe(8);
    gate.release();
    await expect.poll(() => begun.length).toBe(20);
    expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
    await outbox.stop();
  });

  it('lets no more than 200 wait', async () => {
    const outbox = createOutbox(quiet, 1);
    const gate = createHeldSend();
    const taken = Array.from({ length: 250 }, () => outbox.add(() => gate.done));
    expect(taken.filter(Boolean)).toHaveLength(200);
    expect(outbox.hasRoom()).toBe(false);
    gate.release();
    await expect.poll(() => outbox.hasRoom()).toBe(true);
    await outbox.stop();
  });

  it('goes on after a job that failed, and logs no more than what kind of failure it was', async () => {
    const logged: unknown[] = [];
    const error = (...line: unknown[]): void => void logged.push(line);
    const outbox = createOutbox({ ...quiet, error }, 1);
    const after = createHeldSend();
    outbox.add(() => Promise.reject(new TypeError('13800138000 123456')));
    outbox.add(() => Promise.resolve(after.release()));
    await after.done;
    await expect.poll(() => JSON.stringify(logged)).toContain('TypeError');
    expect(JSON.stringify(logged)).not.toContain('123456');
    await outbox.stop();
  });

  it('lets what is under way come to its end when it is stopped, and takes nothing more', async () => {
    const outbox = createOutbox(quiet, 1);
    const gate = createHeldSend();
    const begun = createHeldSend();
    let isDone = false;
    outbox.add(async () => {
      begun.release();
      await gate.done;
      isDone = true;
    });
    await begun.done;
    const stopped = outbox.stop();
    expect(outbox.add(() => Promise.resolve())).toBe(false);
    gate.release();
    await stopped;
    expect(isDone).toBe(true);
  });
});
