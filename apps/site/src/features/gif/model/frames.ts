/** One picture of the animation: where it comes from and how long it stays. */
export type Frame = {
  /** Of this place in the list: a copy has another one. */
  id: number;
  source: number;
  /** Which picture of the source: its place in a GIF, the time in a video in seconds, 0 of a picture. */
  at: number;
  delayMs: number;
};

export type FrameList = {
  frames: readonly Frame[];
  /** Ids of what is chosen, in no order. */
  chosen: ReadonlySet<number>;
  nextId: number;
};

/** A GIF counts in hundredths of a second, and browsers slow down what is below two. */
export const DELAY_MS = { min: 20, max: 60_000 } as const;

/** More frames are not for one animation: a minute at ten a second. */
export const MAX_FRAMES = 600;

export const EMPTY_LIST: FrameList = { frames: [], chosen: new Set(), nextId: 1 };

export const heldDelay = (ms: number): number =>
  Math.min(DELAY_MS.max, Math.max(DELAY_MS.min, Math.round(ms / 10) * 10));

export type NewFrame = Omit<Frame, 'id'>;

const numbered = (list: FrameList, added: readonly NewFrame[]): Frame[] =>
  added.map((one, index) => ({ ...one, id: list.nextId + index }));

/** At the end; what is beyond {@link MAX_FRAMES} is left out. */
export const appended = (list: FrameList, added: readonly NewFrame[]): FrameList => {
  const fresh = numbered(list, added.slice(0, Math.max(0, MAX_FRAMES - list.frames.length)));
  return {
    frames: [...list.frames, ...fresh],
    chosen: list.chosen.size > 0 || !fresh[0] ? list.chosen : new Set([fresh[0].id]),
    nextId: list.nextId + fresh.length,
  };
};

/** Other frames in the place of all: of a video that is cut elsewhere. Those that are as they were stay, id and all. */
export const replaced = (list: FrameList, frames: readonly NewFrame[]): FrameList => {
  const old = new Map(list.frames.map((one) => [`${one.source}@${one.at}`, one]));
  let { nextId } = list;
  const now = frames.slice(0, MAX_FRAMES).map((frame): Frame => {
    const same = old.get(`${frame.source}@${frame.at}`);
    if (same?.delayMs === frame.delayMs) return same;
    nextId += 1;
    return { ...frame, id: nextId - 1 };
  });
  return { frames: now, chosen: new Set(now[0] ? [now[0].id] : []), nextId };
};

/** The chosen ones go; what comes after them is chosen. */
export const removed = (list: FrameList): FrameList => {
  const frames = list.frames.filter(({ id }) => !list.chosen.has(id));
  const first = list.frames.findIndex(({ id }) => list.chosen.has(id));
  const next = frames[Math.min(Math.max(0, first), frames.length - 1)];
  return { ...list, frames, chosen: new Set(next ? [next.id] : []) };
};

/** A copy of each chosen frame right behind it; the copies are chosen. */
export const duplicated = (list: FrameList): FrameList => {
  const room = MAX_FRAMES - list.frames.length;
  const originals = list.frames.filter(({ id }) => list.chosen.has(id)).slice(0, room);
  const copies = new Map(
    originals.map((one, index) => [one.id, { ...one, id: list.nextId + index }] as const),
  );
  return {
    frames: list.frames.flatMap((one) => {
      const copy = copies.get(one.id);
      return copy ? [one, copy] : [one];
    }),
    chosen: copies.size > 0 ? new Set([...copies.values()].map(({ id }) => id)) : list.chosen,
    nextId: list.nextId + copies.size,
  };
};

/** The chosen frames, together and in their order, before what now stands at `index`. */
export const moved = (list: FrameList, index: number): FrameList => {
  const isChosen = ({ id }: Frame): boolean => list.chosen.has(id);
  const before = list.frames.slice(0, index).filter((one) => !isChosen(one));
  const after = list.frames.slice(index).filter((one) => !isChosen(one));
  return { ...list, frames: [...before, ...list.frames.filter(isChosen), ...after] };
};

/** One place to the left or to the right. */
export const nudged = (list: FrameList, by: -1 | 1): FrameList => {
  const at = list.frames.flatMap(({ id }, index) => (list.chosen.has(id) ? [index] : []));
  const first = at[0];
  const last = at.at(-1);
  if (first === undefined || last === undefined) return list;
  return moved(list, by < 0 ? Math.max(0, first - 1) : Math.min(list.frames.length, last + 2));
};

export const reversed = (list: FrameList): FrameList => ({
  ...list,
  frames: list.frames.toReversed(),
});

/** There and back: the last is not shown twice, nor is the first when it begins again. */
export const pingPong = (list: FrameList): FrameList => {
  const back = list.frames.slice(1, -1).toReversed();
  return { ...appended(list, back), chosen: list.chosen };
};

/** The delay of one frame, or of all. */
export const delayed = (list: FrameList, ms: number, id?: number): FrameList => ({
  ...list,
  frames: list.frames.map((one) =>
    id === undefined || one.id === id ? { ...one, delayMs: heldDelay(ms) } : one,
  ),
});

export type Choice = 'only' | 'toggle' | 'range';

/** What a press on a frame chooses: it alone, it as well, or all from the chosen ones to it. */
export const chosenBy = (list: FrameList, id: number, choice: Choice): FrameList => {
  if (choice === 'only') return { ...list, chosen: new Set([id]) };
  if (choice === 'toggle') {
    const chosen = new Set(list.chosen);
    if (!chosen.delete(id)) chosen.add(id);
    return { ...list, chosen };
  }
  const to = list.frames.findIndex((one) => one.id === id);
  const from = list.frames.findIndex((one) => list.chosen.has(one.id));
  const [low, high] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  return { ...list, chosen: new Set(list.frames.slice(low, high + 1).map((one) => one.id)) };
};

/** How long all of it takes, ms. */
export const getDuration = (frames: readonly Pick<Frame, 'delayMs'>[]): number =>
  frames.reduce((sum, { delayMs }) => sum + delayMs, 0);

/** The delay all frames have; null where they differ. */
export const commonDelay = (frames: readonly Frame[]): number | null => {
  const first = frames[0]?.delayMs;
  return first !== undefined && frames.every(({ delayMs }) => delayMs === first) ? first : null;
};

/** Which frame is shown after so many ms of playing again and again. */
export const frameAt = (frames: readonly Pick<Frame, 'delayMs'>[], ms: number): number => {
  const all = frames.reduce((sum, { delayMs }) => sum + delayMs, 0);
  if (all === 0) return 0;
  let rest = ((ms % all) + all) % all;
  for (const [index, { delayMs }] of frames.entries()) {
    if (rest < delayMs) return index;
    rest -= delayMs;
  }
  return frames.length - 1;
};
