import { useEffect, useMemo, useState } from 'react';
import { toSafeFileName, saveFile } from '../../kit/page/save-file.ts';
import { useStore } from '@yunbiao/ui';
import type { Reel } from './film/player.tsx';
import { parseFileSizeLimit } from './model/limit.ts';
import { checkAnimationSize, createUncroppedLayout } from './model/layout.ts';
import type { Studio } from './studio.ts';
import type { OpenFile, StudioState } from './studio-state.ts';
import { useEstimatedFileSize } from './use-estimate.ts';
import { type Maker, type Result, useAnimationMaker } from './use-maker.ts';
import { describeFailure } from './failure-texts.ts';
import type { Format, Recipe, Trial } from './worker/messages.ts';

const SUFFIX: Record<Format, string> = { gif: 'gif', webp: 'webp', mp4: 'mp4', pictures: 'zip' };

const buildExportRecipe = (work: StudioState, format: Format): Recipe => {
  const { frames } = work.history.now;
  const usedSources = new Set(frames.map(({ source }) => source));
  return {
    files: work.files
      .filter(({ source }) => usedSources.has(source))
      .map(({ source, file }) => ({ source, file })),
    frames: frames.map(({ source, at, delayMs }) => ({ source, at, delayMs })),
    layout: {
      ...work.layout,
      captions: work.layout.captions.filter(({ text }) => text.trim() !== ''),
    },
    loop: work.loop,
    format,
    quality: work.quality,
    limit: format === 'gif' ? (parseFileSizeLimit(work.limit) ?? null) : null,
    vary: work.vary,
  };
};

/** Serializes a recipe to compare it with another. Files are identified by their source number. */
const serializeRecipe = ({ files, ...rest }: Recipe): string =>
  JSON.stringify([files.map(({ source }) => source), rest]);

const buildFileName = (files: readonly OpenFile[], format: Format): string => {
  const name = files[0]?.file.name ?? '动图';
  const dot = name.lastIndexOf('.');
  return `${toSafeFileName(dot > 0 ? name.slice(0, dot) : name)}.${SUFFIX[format]}`;
};

/** Formats this browser can write in addition to GIF. Others are not offered. */
const useFormats = (): readonly Format[] => {
  const [formats, setFormats] = useState<readonly Format[]>(['pictures']);
  useEffect(() => {
    let isOver = false;
    const detectFormats = async (): Promise<void> => {
      const supported: Format[] = [];
      const canvas = new OffscreenCanvas(1, 1);
      canvas.getContext('2d');
      if ((await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp')
        supported.push('webp');
      const config = { codec: 'avc1.42001f', width: 640, height: 480 };
      if (
        typeof VideoEncoder === 'function' &&
        (await VideoEncoder.isConfigSupported(config)).supported
      )
        supported.push('mp4');
      if (!isOver) setFormats([...supported, 'pictures']);
    };
    detectFormats().catch(() => undefined);
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
  /** The file that was made, for playback; null when there is none for the current settings. */
  reel: Reel | null;
  estimate: number | null;
  /** All trial files for the current settings, regardless of the limit. */
  trials: readonly Trial[];
  isStale: boolean;
  isBlocked: boolean;
  formats: readonly Format[];
  make: (format: Format) => void;
  save: () => void;
  cancel: () => void;
};

type MadeGif = { mark: string; result: Result; reel: Reel };

/** Prepares the file for playback with our own reader, frame by frame. */
const prepareResultPlayback = async (
  studio: Studio,
  result: Result,
  name: string,
): Promise<Reel> => {
  const { source, facts } = await studio.openResult(new File([result.file], name));
  const delays = facts.kind === 'gif' ? facts.delays : [];
  const frames = delays.map((delayMs, at) => ({ source, at, delayMs }));
  studio.result.request({
    keys: frames,
    layout: createUncroppedLayout(facts),
    longest: 640,
  });
  return { frames, pictures: studio.result };
};

/** Identifies a recipe without its limit: trial files for different limits are comparable. */
const serializeRecipeWithoutLimit = (work: StudioState): string =>
  serializeRecipe({ ...buildExportRecipe(work, 'gif'), limit: null, vary: [] });

const NONE: readonly Trial[] = [];

const saveOutput = (studio: Studio, { file }: Result, name: string): void => {
  saveFile(file, name);
  studio.work.set((now) => ({ ...now, isSaved: true }));
};

/** Whether no file can be made with these settings. */
const isMakingBlocked = ({ history, layout, limit }: StudioState): boolean => {
  const count = history.now.frames.length;
  return (
    count === 0 ||
    checkAnimationSize(layout, count) !== null ||
    parseFileSizeLimit(limit) === undefined
  );
};

/** Makes, stores and saves the file. */
export const useAnimationOutput = (studio: Studio): Output => {
  const work = useStore(studio.work);
  const maker = useAnimationMaker();
  const formats = useFormats();
  const [madeGif, setKept] = useState<MadeGif | null>(null);
  const mark = useMemo(() => serializeRecipe(buildExportRecipe(work, 'gif')), [work]);
  const base = useMemo(() => serializeRecipeWithoutLimit(work), [work]);
  const [lastAttempt, setTried] = useState({ mark: '', base: '', trials: NONE });
  const estimate = useEstimatedFileSize(studio);
  const isCurrent = madeGif?.mark === mark;
  const makeAnimationFile = async (format: Format): Promise<void> => {
    const recipe = buildExportRecipe(work, format);
    const former = lastAttempt.base === base ? lastAttempt.trials : NONE;
    setTried({ mark: serializeRecipe(recipe), base, trials: former });
    const result = await maker.make(recipe);
    if (!result) return;
    setTried({ mark: serializeRecipe(recipe), base, trials: [...former, ...result.trials] });
    const name = buildFileName(work.files, format);
    if (format !== 'gif') {
      saveOutput(studio, result, name);
      return;
    }
    setKept({
      mark: serializeRecipe(recipe),
      result,
      reel: await prepareResultPlayback(studio, result, name),
    });
  };
  return {
    making: maker.making,
    failed:
      lastAttempt.mark === mark && maker.failed ? describeFailure(maker.failed, work.files) : null,
    result: isCurrent ? madeGif.result : null,
    reel: isCurrent ? madeGif.reel : null,
    estimate,
    trials:
      lastAttempt.base === base ? [...lastAttempt.trials, ...(maker.making?.trials ?? NONE)] : NONE,
    isStale: madeGif !== null && !isCurrent,
    isBlocked: isMakingBlocked(work),
    formats,
    make: (format) => void makeAnimationFile(format),
    save: () => {
      if (!madeGif) return;
      saveOutput(studio, madeGif.result, buildFileName(work.files, 'gif'));
    },
    cancel: maker.cancel,
  };
};
