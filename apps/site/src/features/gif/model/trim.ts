import { MAX_FRAMES, type NewFrame } from './frames.ts';

/** Part of a video, s. */
export type Span = { start: number; end: number };

export type Trim = Span & {
  /** Frames per second of the output. */
  fps: number;
  /** Playback speed: 2 is twice as fast. */
  speed: number;
};

export const FPS = { min: 1, max: 50 } as const;
export const SPEEDS = [0.25, 0.5, 1, 1.5, 2, 3, 4] as const;

/** Initial length of the part of a new video, s. */
const INITIAL_SECONDS = 5;

/** Duration of one frame of the video, s. */
const computeFrameDuration = (fps: number): number => 1 / Math.max(1, fps);

export const createInitialTrim = (duration: number, fps: number): Trim => ({
  start: 0,
  end: Math.min(duration, INITIAL_SECONDS),
  fps: Math.max(FPS.min, Math.min(12, Math.round(fps))),
  speed: 1,
});

/** Rounds a time to a frame of the video. */
const snapSecondsToFrame = (seconds: number, fps: number): number =>
  Math.round(seconds * fps) / fps;

/**
 * Moves one end of the span. Keeps at least one frame between the ends and stays within the video.
 */
export const moveTrimEnd = <T extends Span>(
  span: T,
  end: 'start' | 'end',
  seconds: number,
  video: { duration: number; fps: number },
): T => {
  const min = computeFrameDuration(video.fps);
  const at = snapSecondsToFrame(seconds, video.fps);
  return end === 'start'
    ? { ...span, start: Math.max(0, Math.min(at, span.end - min)) }
    : { ...span, end: Math.min(video.duration, Math.max(at, span.start + min)) };
};

/** Number of frames of a trim, not limited to MAX_FRAMES. */
export const countFramesOfTrim = ({ start, end, fps, speed }: Trim): number =>
  Math.max(1, Math.round(((end - start) / speed) * fps));

/**
 * Frames of the trim, at most {@link MAX_FRAMES}. Delays are exact: the encoder rounds them without
 * accumulating the error.
 */
export const listFrames = (trim: Trim, source: number): NewFrame[] => {
  const { start, fps, speed } = trim;
  return Array.from({ length: Math.min(MAX_FRAMES, countFramesOfTrim(trim)) }, (_, index) => ({
    source,
    // Middle of the frame's time. At the boundary between two video frames the result would
    // flicker.
    at: start + ((index + 0.5) / fps) * speed,
    delayMs: 1000 / fps,
  }));
};

/** `1.20`, `62.05`: seconds as shown next to the filmstrip. */
export const formatSeconds = (seconds: number): string => seconds.toFixed(2);
