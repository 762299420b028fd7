import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendFrames,
  selectFrame,
  findCommonDelay,
  setFrameDelay,
  duplicateSelectedFrames,
  EMPTY_LIST,
  findFrameAt,
  type FrameList,
  clampDelay,
  MAX_FRAMES,
  moveSelectedFrames,
  nudgeSelectedFrames,
  appendReversedFrames,
  removeSelectedFrames,
  replaceFrames,
  reverseFrames,
} from './frames.ts';

/** Frames of one source, distinguished by `at`. */
const getList = (count: number, chosen: readonly number[] = []): FrameList => {
  const frames = Array.from({ length: count }, (_, at) => ({ source: 1, at, delayMs: 100 }));
  const list = appendFrames(EMPTY_LIST, frames);
  return { ...list, chosen: new Set(chosen.map((at) => list.frames[at]?.id ?? -1)) };
};
const listOrder = ({ frames }: FrameList): number[] => frames.map(({ at }) => at);
const listChosenPlaces = ({ frames, chosen }: FrameList): number[] =>
  frames.flatMap(({ id }, place) => (chosen.has(id) ? [place] : []));

describe('a list of frames', () => {
  it('chooses the first frame it is given, and no later one', () => {
    const list = getList(0);
    const once = appendFrames(list, [{ source: 1, at: 0, delayMs: 100 }]);
    const twice = appendFrames(once, [{ source: 1, at: 1, delayMs: 100 }]);
    expect([listChosenPlaces(once), listChosenPlaces(twice)]).toEqual([[0], [0]]);
  });

  it('takes no more than it may have', () => {
    expect(getList(MAX_FRAMES + 5).frames).toHaveLength(MAX_FRAMES);
    expect(appendReversedFrames(getList(MAX_FRAMES - 1)).frames).toHaveLength(MAX_FRAMES);
    expect(duplicateSelectedFrames(getList(MAX_FRAMES, [0])).frames).toHaveLength(MAX_FRAMES);
  });

  it('chooses what comes after the removed ones', () => {
    expect([
      listOrder(removeSelectedFrames(getList(5, [1, 2]))),
      listChosenPlaces(removeSelectedFrames(getList(5, [1, 2]))),
    ]).toEqual([[0, 3, 4], [1]]);
    expect(listChosenPlaces(removeSelectedFrames(getList(3, [2])))).toEqual([1]);
    expect(removeSelectedFrames(getList(1, [0]))).toMatchObject({ frames: [], chosen: new Set() });
  });

  it('puts copies right behind, chooses them, and gives them ids of their own', () => {
    const list = duplicateSelectedFrames(getList(3, [0, 2]));
    expect(listOrder(list)).toEqual([0, 0, 1, 2, 2]);
    expect(listChosenPlaces(list)).toEqual([1, 4]);
    expect(new Set(list.frames.map(({ id }) => id)).size).toBe(5);
    expect(duplicateSelectedFrames(list).frames.map(({ id }) => id)).toHaveLength(7);
  });

  it.each([
    [0, [2, 3, 0, 1, 4]],
    [1, [0, 2, 3, 1, 4]],
    [3, [0, 1, 2, 3, 4]],
    [5, [0, 1, 4, 2, 3]],
  ])('moves the chosen ones before place %i', (to, expected) => {
    expect(listOrder(moveSelectedFrames(getList(5, [2, 3]), to))).toEqual(expected);
  });

  it('moves them by one place, and stops at the ends', () => {
    const list = getList(4, [1]);
    expect(listOrder(nudgeSelectedFrames(list, -1))).toEqual([1, 0, 2, 3]);
    expect(listOrder(nudgeSelectedFrames(nudgeSelectedFrames(list, -1), -1))).toEqual([1, 0, 2, 3]);
    expect(listOrder(nudgeSelectedFrames(list, 1))).toEqual([0, 2, 1, 3]);
    expect(listOrder(nudgeSelectedFrames(getList(4, [3]), 1))).toEqual([0, 1, 2, 3]);
    expect(listOrder(nudgeSelectedFrames(getList(3), 1))).toEqual([0, 1, 2]);
  });

  it('loses no frame by moving, whatever is chosen', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.nat(19)),
        fc.nat(20),
        (count, chosen, to) => {
          const list = getList(count, chosen);
          const after = moveSelectedFrames(list, Math.min(to, count));
          expect(listOrder(after).toSorted((a, b) => a - b)).toEqual(listOrder(list));
          expect(after.chosen).toEqual(list.chosen);
        },
      ),
    );
  });

  it('goes there and back without showing the ends twice', () => {
    expect(listOrder(appendReversedFrames(getList(4)))).toEqual([0, 1, 2, 3, 2, 1]);
    expect(listOrder(reverseFrames(getList(3)))).toEqual([2, 1, 0]);
  });

  it('holds delays to hundredths of a second that browsers do not slow down', () => {
    expect([clampDelay(5), clampDelay(73), clampDelay(999_999)]).toEqual([20, 70, 60_000]);
    const list = setFrameDelay(getList(3), 250);
    expect(findCommonDelay(list.frames)).toBe(250);
    const mixed = setFrameDelay(list, 90, list.frames[1]?.id);
    expect(mixed.frames.map(({ delayMs }) => delayMs)).toEqual([250, 90, 250]);
    expect(findCommonDelay(mixed.frames)).toBeNull();
  });

  it('chooses alone, as well, and all between', () => {
    const list = getList(5, [1]);
    const getFrameId = (place: number): number => list.frames[place]?.id ?? -1;
    expect(listChosenPlaces(selectFrame(list, getFrameId(3), 'only'))).toEqual([3]);
    expect(listChosenPlaces(selectFrame(list, getFrameId(3), 'toggle'))).toEqual([1, 3]);
    expect(listChosenPlaces(selectFrame(list, getFrameId(1), 'toggle'))).toEqual([]);
    expect(listChosenPlaces(selectFrame(list, getFrameId(4), 'range'))).toEqual([1, 2, 3, 4]);
    expect(listChosenPlaces(selectFrame(list, getFrameId(0), 'range'))).toEqual([0, 1]);
  });

  it('stay the same where another part of a video has them, too', () => {
    const createFrameRun = (from: number, to: number, delayMs = 40) =>
      Array.from({ length: to - from }, (_, index) => ({ source: 1, at: from + index, delayMs }));
    const before = replaceFrames(EMPTY_LIST, createFrameRun(0, 4));
    const later = replaceFrames(before, createFrameRun(2, 6));
    expect(later.frames.map(({ at }) => at)).toEqual([2, 3, 4, 5]);
    expect(later.frames[0]).toBe(before.frames[2]);
    expect(new Set(later.frames.map(({ id }) => id)).size).toBe(4);
    expect(later.chosen).toEqual(new Set([before.frames[2]?.id]));
    const ids = new Set(before.frames.map(({ id }) => id));
    expect(
      replaceFrames(before, createFrameRun(0, 4, 50)).frames.some(({ id }) => ids.has(id)),
    ).toBe(false);
  });

  it('never gives an id twice, even after all were replaced', () => {
    const list = replaceFrames(getList(2), [{ source: 2, at: 0, delayMs: 40 }]);
    expect(list.frames.map(({ id }) => id)).toEqual([3]);
  });

  it('tells which frame is on screen, again and again', () => {
    const frames = [{ delayMs: 100 }, { delayMs: 300 }];
    expect([0, 99, 100, 399, 400, 950].map((ms) => findFrameAt(frames, ms))).toEqual([
      0, 0, 1, 1, 0, 1,
    ]);
    expect(findFrameAt([], 10)).toBe(0);
  });
});
