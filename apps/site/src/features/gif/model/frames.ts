/** One frame of the animation: its source and its delay. */
export type Frame = {
  /** Unique within the list; a copy gets a new id. */
  id: number;
  source: number;
  /** Position in the source: frame index of a GIF, seconds of a video, 0 for a picture. */
  at: number;
  delayMs: number;
};

export type FrameList = {
  frames: readonly Frame[];
  /** Ids of the selected frames, unordered. */
  chosen: ReadonlySet<number>;
  nextId: number;
};

/** GIF stores delays in hundredths of a second. Browsers slow down frames below two hundredths. */
export const DELAY_MS = { min: 20, max: 60_000 } as const;

/** Maximum number of frames: one minute at ten frames per second. */
export const MAX_FRAMES = 600;

export const EMPTY_LIST: FrameList = { frames: [], chosen: new Set(), nextId: 1 };

export const clampDelay = (ms: number): number =>
  Math.min(DELAY_MS.max, Math.max(DELAY_MS.min, Math.round(ms / 10) * 10));

export type NewFrame = Omit<Frame, 'id'>;

const assignFrameIds = (list: FrameList, newFrames: readonly NewFrame[]): Frame[] =>
  newFrames.map((newFrame, index) => ({ ...newFrame, id: list.nextId + index }));

/** Appends frames. Drops those beyond {@link MAX_FRAMES}. */
export const appendFrames = (list: FrameList, newFrames: readonly NewFrame[]): FrameList => {
  const addedFrames = assignFrameIds(
    list,
    newFrames.slice(0, Math.max(0, MAX_FRAMES - list.frames.length)),
  );
  return {
    frames: [...list.frames, ...addedFrames],
    chosen: list.chosen.size > 0 || !addedFrames[0] ? list.chosen : new Set([addedFrames[0].id]),
    nextId: list.nextId + addedFrames.length,
  };
};

/** Replaces all frames after a video was trimmed differently. Unchanged frames keep their id. */
export const replaceFrames = (list: FrameList, frames: readonly NewFrame[]): FrameList => {
  const old = new Map(list.frames.map((frame) => [`${frame.source}@${frame.at}`, frame]));
  let { nextId } = list;
  const newFrames = frames.slice(0, MAX_FRAMES).map((frame): Frame => {
    const oldFrame = old.get(`${frame.source}@${frame.at}`);
    if (oldFrame?.delayMs === frame.delayMs) return oldFrame;
    nextId += 1;
    return { ...frame, id: nextId - 1 };
  });
  return { frames: newFrames, chosen: new Set(newFrames[0] ? [newFrames[0].id] : []), nextId };
};

/** Removes the selected frames and selects the frame after them. */
export const removeSelectedFrames = (list: FrameList): FrameList => {
  const frames = list.frames.filter(({ id }) => !list.chosen.has(id));
  const first = list.frames.findIndex(({ id }) => list.chosen.has(id));
  const next = frames[Math.min(Math.max(0, first), frames.length - 1)];
  return { ...list, frames, chosen: new Set(next ? [next.id] : []) };
};

/** Inserts a copy after each selected frame and selects the copies. */
export const duplicateSelectedFrames = (list: FrameList): FrameList => {
  const room = MAX_FRAMES - list.frames.length;
  const originals = list.frames.filter(({ id }) => list.chosen.has(id)).slice(0, room);
  const copies = new Map(
    originals.map(
      (original, index) => [original.id, { ...original, id: list.nextId + index }] as const,
    ),
  );
  return {
    frames: list.frames.flatMap((frame) => {
      const copy = copies.get(frame.id);
      return copy ? [frame, copy] : [frame];
    }),
    chosen: copies.size > 0 ? new Set([...copies.values()].map(({ id }) => id)) : list.chosen,
    nextId: list.nextId + copies.size,
  };
};

/** Moves the selected frames, in their order, before the frame at `index`. */
export const moveSelectedFrames = (list: FrameList, index: number): FrameList => {
  const isFrameSelected = ({ id }: Frame): boolean => list.chosen.has(id);
  const before = list.frames.slice(0, index).filter((frame) => !isFrameSelected(frame));
  const after = list.frames.slice(index).filter((frame) => !isFrameSelected(frame));
  return { ...list, frames: [...before, ...list.frames.filter(isFrameSelected), ...after] };
};

/** Moves the selected frames one position left or right. */
export const nudgeSelectedFrames = (list: FrameList, by: -1 | 1): FrameList => {
  const at = list.frames.flatMap(({ id }, index) => (list.chosen.has(id) ? [index] : []));
  const first = at[0];
  const lastIndex = at.at(-1);
  if (first === undefined || lastIndex === undefined) return list;
  return moveSelectedFrames(
    list,
    by < 0 ? Math.max(0, first - 1) : Math.min(list.frames.length, lastIndex + 2),
  );
};

export const reverseFrames = (list: FrameList): FrameList => ({
  ...list,
  frames: list.frames.toReversed(),
});

/**
 * Appends the frames in reverse order, without the last and the first, so that neither is shown
 * twice in a row.
 */
export const appendReversedFrames = (list: FrameList): FrameList => {
  const back = list.frames.slice(1, -1).toReversed();
  return { ...appendFrames(list, back), chosen: list.chosen };
};

/** Sets the delay of one frame, or of all without `id`. */
export const setFrameDelay = (list: FrameList, ms: number, id?: number): FrameList => ({
  ...list,
  frames: list.frames.map((frame) =>
    id === undefined || frame.id === id ? { ...frame, delayMs: clampDelay(ms) } : frame,
  ),
});

export type Choice = 'only' | 'toggle' | 'range';

/** Selection after pressing a frame: only this one, this one toggled, or the range up to it. */
export const selectFrame = (list: FrameList, id: number, choice: Choice): FrameList => {
  if (choice === 'only') return { ...list, chosen: new Set([id]) };
  if (choice === 'toggle') {
    const chosenPlaces = new Set(list.chosen);
    if (!chosenPlaces.delete(id)) chosenPlaces.add(id);
    return { ...list, chosen: chosenPlaces };
  }
  const to = list.frames.findIndex((frame) => frame.id === id);
  const from = list.frames.findIndex((frame) => list.chosen.has(frame.id));
  const [low, high] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  return { ...list, chosen: new Set(list.frames.slice(low, high + 1).map((frame) => frame.id)) };
};

/** Total duration, ms. */
export const getDuration = (frames: readonly Pick<Frame, 'delayMs'>[]): number =>
  frames.reduce((sum, { delayMs }) => sum + delayMs, 0);

/** The delay that all frames have in common; null when they differ. */
export const findCommonDelay = (frames: readonly Frame[]): number | null => {
  const first = frames[0]?.delayMs;
  return first !== undefined && frames.every(({ delayMs }) => delayMs === first) ? first : null;
};

/** Index of the frame shown at this time of a looping playback. */
export const findFrameAt = (frames: readonly Pick<Frame, 'delayMs'>[], ms: number): number => {
  const totalMs = frames.reduce((sum, { delayMs }) => sum + delayMs, 0);
  if (totalMs === 0) return 0;
  let remainingMs = ((ms % totalMs) + totalMs) % totalMs;
  for (const [index, { delayMs }] of frames.entries()) {
    if (remainingMs < delayMs) return index;
    remainingMs -= delayMs;
  }
  return frames.length - 1;
};
