import { useEffect, useMemo, useState } from 'react';
import { safeFileName, saveFile } from '../../kit/page/save-file.ts';
import { useStore } from '@yunbiao/ui';
import type { Reel } from './player.tsx';
import { getLimit } from './model/limit.ts';
import { sizeTrouble, uncut } from './model/layout.ts';
import type { Studio } from './studio.ts';
import type { OpenFile, Work } from './work.ts';
import { useEstimate } from './use-estimate.ts';
import { type Maker, type Result, useMaker } from './use-maker.ts';
import { failureText } from './words.ts';
import type { Format, Recipe, Trial } from './worker/messages.ts';

const SUFFIX: Record<Format, string> = { gif: 'gif', webp: 'webp', mp4: 'mp4', pictures: 'zip' };

const getRecipe = (work: Work, format: Format): Recipe => {
  const { frames } = work.history.now;
  const used = new Set(frames.map(({ source }) => source));
  return {
    files: work.files
      .filter(({ source }) => used.has(source))
      .map(({ source, file }) => ({ source, file })),
    frames: frames.map(({ source, at, delayMs }) => ({ source, at, delayMs })),
    layout: {
      ...work.layout,
      captions: work.layout.captions.filter(({ text }) => text.trim() !== ''),
    },
    loop: work.loop,
    format,
    quality: work.quality,
    limit: format === 'gif' ? (getLimit(work.limit) ?? null) : null,
    vary: work.vary,
  };
};

/** Tells two recipes apart: files are as good as their numbers. */
const getMark = ({ files, ...rest }: Recipe): string =>
  JSON.stringify([files.map(({ source }) => source), rest]);

const getName = (files: readonly OpenFile[], format: Format): string => {
  const name = files[0]?.file.name ?? '动图';
  const dot = name.lastIndexOf('.');
  return `${safeFileName(dot > 0 ? name.slice(0, dot) : name)}.${SUFFIX[format]}`;
};

/** What this browser can write beside GIF; what it cannot is not offered. */
const useFormats = (): readonly Format[] => {
  const [formats, setFormats] = useState<readonly Format[]>(['pictures']);
  useEffect(() => {
    let isOver = false;
    const find = async (): Promise<void> => {
      const found: Format[] = [];
      const canvas = new OffscreenCanvas(1, 1);
      canvas.getContext('2d');
      if ((await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp')
        found.push('webp');
      const config = { codec: 'avc1.42001f', width: 640, height: 480 };
      if (
        typeof VideoEncoder === 'function' &&
        (await VideoEncoder.isConfigSupported(config)).supported
      )
        found.push('mp4');
      if (!isOver) setFormats([...found, 'pictures']);
    };
    find().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, []);
  return formats;
};

export type Output = {
  making: Maker['making'];
  failed: string | null;
  result: Result | null;
  /** The made file, to be played; null while there is none of what is there now. */
  reel: Reel | null;
  estimate: number | null;
  /** All files that were made of what is there now, whatever the limit was. */
  trials: readonly Trial[];
  isStale: boolean;
  isBlocked: boolean;
  formats: readonly Format[];
  make: (format: Format) => void;
  save: () => void;
  cancel: () => void;
};

type Kept = { mark: string; result: Result; reel: Reel };

/** Plays the made GIF with our own reader, frame by frame. */
const getReel = async (studio: Studio, result: Result, name: string): Promise<Reel> => {
  const { source, facts } = await studio.openResult(new File([result.file], name));
  const delays = facts.kind === 'gif' ? facts.delays : [];
  const frames = delays.map((delayMs, at) => ({ source, at, delayMs }));
  studio.result.ask({
    keys: frames,
    layout: uncut(facts),
    longest: 640,
  });
  return { frames, pictures: studio.result };
};

/** Files made with other limits are compared with this one. */
const getBase = (work: Work): string =>
  getMark({ ...getRecipe(work, 'gif'), limit: null, vary: [] });

const NONE: readonly Trial[] = [];

/** Making, keeping and saving the file. */
export const useOutput = (studio: Studio): Output => {
  const work = useStore(studio.work);
  const maker = useMaker();
  const formats = useFormats();
  const [kept, setKept] = useState<Kept | null>(null);
  const mark = useMemo(() => getMark(getRecipe(work, 'gif')), [work]);
  const base = useMemo(() => getBase(work), [work]);
  const [tried, setTried] = useState({ mark: '', base: '', trials: NONE });
  const estimate = useEstimate(studio);
  const isCurrent = kept?.mark === mark;
  const make = async (format: Format): Promise<void> => {
    const recipe = getRecipe(work, format);
    const former = tried.base === base ? tried.trials : NONE;
    setTried({ mark: getMark(recipe), base, trials: former });
    const result = await maker.make(recipe);
    if (!result) return;
    setTried({ mark: getMark(recipe), base, trials: [...former, ...result.trials] });
    const name = getName(work.files, format);
    if (format !== 'gif') {
      saveFile(result.file, name);
      studio.work.set((now) => ({ ...now, isSaved: true }));
      return;
    }
    setKept({ mark: getMark(recipe), result, reel: await getReel(studio, result, name) });
  };
  const frames = work.history.now.frames;
  return {
    making: maker.making,
    failed: tried.mark === mark && maker.failed ? failureText(maker.failed, work.files) : null,
    result: isCurrent ? kept.result : null,
    reel: isCurrent ? kept.reel : null,
    estimate,
    trials: tried.base === base ? [...tried.trials, ...(maker.making?.trials ?? NONE)] : NONE,
    isStale: kept !== null && !isCurrent,
    isBlocked:
      frames.length === 0 ||
      sizeTrouble(work.layout, frames.length) !== null ||
      getLimit(work.limit) === undefined,
    formats,
    make: (format) => void make(format),
    save: () => {
      if (!kept) return;
      saveFile(kept.result.file, getName(work.files, 'gif'));
      studio.work.set((now) => ({ ...now, isSaved: true }));
    },
    cancel: maker.cancel,
  };
};
