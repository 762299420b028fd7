import { afterEach, expect, it, vi } from 'vitest';
import { runAfterPaint } from './after-paint.ts';

const frames: (() => void)[] = [];
const stubPaint = (): void => {
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => (frames[id - 1] = () => undefined));
};
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  frames.length = 0;
  vi.unstubAllGlobals();
});

it('works in a task behind the frame, not in it', async () => {
  stubPaint();
  const work = vi.fn();
  runAfterPaint(work);
  await nextTask();
  expect(work).not.toHaveBeenCalled();
  frames[0]?.();
  expect(work).not.toHaveBeenCalled();
  await nextTask();
  expect(work).toHaveBeenCalledOnce();
});

it('does nothing once called off, before its frame or behind it', async () => {
  stubPaint();
  const work = vi.fn();
  runAfterPaint(work)();
  frames[0]?.();
  const callOff = runAfterPaint(work);
  frames[1]?.();
  callOff();
  await nextTask();
  expect(work).not.toHaveBeenCalled();
});
