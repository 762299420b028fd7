import { EMPTY_LIST, type FrameList, MAX_FRAMES, type NewFrame } from './model/frames.ts';
import { type History, createHistory } from './model/history.ts';
import { computeInitialSize, type Layout, FULL_CROP } from './model/layout.ts';
import { listFrames, type Trim } from './model/trim.ts';
import type { Quality, SourceFacts, VariedParameter } from './worker/messages.ts';

/** 图片做 GIF, 视频转 GIF, 编辑 GIF. */
export type Tool = 'pictures' | 'video' | 'gif';

export type OpenFile = { source: number; file: File; facts: SourceFacts };

export type StudioState = {
  files: readonly OpenFile[];
  /** Number of files being opened. */
  opening: number;
  /** Messages about files that were refused. */
  troubles: readonly string[];
  history: History<FrameList>;
  layout: Layout;
  trim: Trim | null;
  loop: 'forever' | number;
  quality: Quality;
  /** KB as typed; '' for no limit. */
  limit: string;
  /** Parameters that may be reduced to reach the limit. */
  vary: readonly VariedParameter[];
  /** Leaving the page would lose nothing. */
  isSaved: boolean;
};

const FIRST_DELAY_MS = 500;

/** Files are decoded one by one; a folder with thousands of files is a mistake. */
export const MAX_FILES = MAX_FRAMES;

const FIRST_LAYOUT: Layout = {
  width: 480,
  height: 320,
  fit: 'contain',
  crop: FULL_CROP,
  background: '#ffffff',
  turn: 0,
  flipX: false,
  flipY: false,
  captions: [],
  mark: null,
};

/** Default placement of a mark. */
export const DEFAULT_MARK = { place: 'bottom-right', size: 20, opacity: 80 } as const;

/** Initial state. */
export const INITIAL_STATE: StudioState = {
  files: [],
  opening: 0,
  troubles: [],
  history: createHistory(EMPTY_LIST),
  layout: FIRST_LAYOUT,
  trim: null,
  loop: 'forever',
  quality: { method: 'best', colours: 256, dither: true, palette: 'perFrame', lossy: 0 },
  limit: '',
  vary: ['size', 'frameRate', 'colors', 'lossiness'],
  isSaved: true,
};

/** Message for a file that belongs to another tool; null when it fits this one. */
export const MISPLACED_MESSAGES: Record<Tool, (facts: SourceFacts) => string | null> = {
  pictures: (facts) => (facts.kind === 'video' ? '是视频，到“视频转 GIF”里打开' : null),
  video: (facts) => (facts.kind === 'video' ? null : '不是视频，到“图片做 GIF”里打开'),
  gif: (facts) => (facts.kind === 'gif' ? null : '不是动图，到“图片做 GIF”或“视频转 GIF”里打开'),
};

/** Frames added by a file. */
export const createFrames = (source: number, facts: SourceFacts, trim: Trim | null): NewFrame[] => {
  if (facts.kind === 'gif') return facts.delays.map((delayMs, at) => ({ source, at, delayMs }));
  if (facts.kind === 'picture') return [{ source, at: 0, delayMs: FIRST_DELAY_MS }];
  return trim ? listFrames(trim, source) : [];
};

/** Layout for the first file: its own size, limited to the size that chats show. */
export const createFirstLayout = (layout: Layout, facts: SourceFacts, tool: Tool): Layout => ({
  ...layout,
  ...computeInitialSize(facts),
  // An edited GIF keeps its transparency.
  background: facts.kind === 'gif' && tool === 'gif' ? null : layout.background,
});
