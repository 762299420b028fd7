import { EMPTY_LIST, type FrameList, MAX_FRAMES, type NewFrame } from './model/frames.ts';
import { type History, getHistory } from './model/history.ts';
import { firstSize, type Layout, WHOLE } from './model/layout.ts';
import { listFrames, type Trim } from './model/trim.ts';
import type { Quality, SourceFacts, Vary } from './worker/messages.ts';

/** 图片做 GIF, 视频转 GIF, 改 GIF. */
export type Tool = 'pictures' | 'video' | 'gif';

export type OpenFile = { source: number; file: File; facts: SourceFacts };

export type Work = {
  files: readonly OpenFile[];
  /** Files that are being opened. */
  opening: number;
  /** Sentences about files that were not taken. */
  troubles: readonly string[];
  history: History<FrameList>;
  layout: Layout;
  trim: Trim | null;
  loop: 'forever' | number;
  quality: Quality;
  /** KB as typed; '' for no limit. */
  limit: string;
  /** What may be given up for it. */
  vary: readonly Vary[];
  /** Nothing would be lost by leaving. */
  isSaved: boolean;
};

const FIRST_DELAY_MS = 500;

/** One after the other they are decoded; a folder of thousands is a mistake. */
export const MAX_FILES = MAX_FRAMES;

const FIRST_LAYOUT: Layout = {
  width: 480,
  height: 320,
  fit: 'contain',
  crop: WHOLE,
  background: '#ffffff',
  turn: 0,
  flipX: false,
  flipY: false,
  captions: [],
  mark: null,
};

/** How a mark is put where nobody has said otherwise. */
export const FIRST_MARK = { place: 'bottom-right', size: 20, opacity: 80 } as const;

/** Nothing opened yet. */
export const FIRST: Work = {
  files: [],
  opening: 0,
  troubles: [],
  history: getHistory(EMPTY_LIST),
  layout: FIRST_LAYOUT,
  trim: null,
  loop: 'forever',
  quality: { method: 'best', colours: 256, dither: true, palette: 'perFrame', lossy: 0 },
  limit: '',
  vary: ['size', 'frameRate', 'colors', 'lossiness'],
  isSaved: true,
};

/** What is said of a file that is for another of the tools; null where it is for this one. */
export const MISPLACED: Record<Tool, (facts: SourceFacts) => string | null> = {
  pictures: (facts) => (facts.kind === 'video' ? '是视频，到“视频转 GIF”里打开' : null),
  video: (facts) => (facts.kind === 'video' ? null : '不是视频，到“图片做 GIF”里打开'),
  gif: (facts) => (facts.kind === 'gif' ? null : '不是动图，到“图片做 GIF”或“视频转 GIF”里打开'),
};

/** The frames a file brings. */
export const framesFrom = (source: number, facts: SourceFacts, trim: Trim | null): NewFrame[] => {
  if (facts.kind === 'gif') return facts.delays.map((delayMs, at) => ({ source, at, delayMs }));
  if (facts.kind === 'picture') return [{ source, at: 0, delayMs: FIRST_DELAY_MS }];
  return trim ? listFrames(trim, source) : [];
};

/** How the first file is laid out: as it is, no larger than chats show it. */
export const getLayout = (layout: Layout, facts: SourceFacts, tool: Tool): Layout => ({
  ...layout,
  ...firstSize(facts),
  // What is changed keeps what shines through.
  background: facts.kind === 'gif' && tool === 'gif' ? null : layout.background,
});
