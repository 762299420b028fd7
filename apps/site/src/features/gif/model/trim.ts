import { MAX_FRAMES, type NewFrame } from './frames.ts';

/** A part of a video, in seconds. */
export type Span = { start: number; end: number };

export type Trim = Span & {
  /** Frames a second of what is made. */
  fps: number;
  /** 2 is twice as fast. */
  speed: number;
};

export const FPS = { min: 1, max: 50 } as const;
export const SPEEDS = [0.25, 0.5, 1, 1.5, 2, 3, 4] as const;

/** A new video begins with so many seconds. */
const FIRST_SECONDS = 5;

/** Time of one frame of the video, s. */
const tick = (fps: number): number => 1 / Math.max(1, fps);

export const firstTrim = (duration: number, fps: number): Trim => ({
  start: 0,
  end: Math.min(duration, FIRST_SECONDS),
  fps: Math.max(FPS.min, Math.min(12, Math.round(fps))),
  speed: 1,
});

/** On a frame of the video, whatever hand moved it there. */
const snapped = (seconds: number, fps: number): number => Math.round(seconds * fps) / fps;

/** One end of the span somewhere else: at least a frame is left between the ends, and neither leaves the video. */
export const trimmedTo = <T extends Span>(
  span: T,
  end: 'start' | 'end',
  seconds: number,
  video: { duration: number; fps: number },
): T => {
  const least = tick(video.fps);
  const at = snapped(seconds, video.fps);
  return end === 'start'
    ? { ...span, start: Math.max(0, Math.min(at, span.end - least)) }
    : { ...span, end: Math.min(video.duration, Math.max(at, span.start + least)) };
};

/** How many frames a trim asks for, however many may be had. */
export const countFrames = ({ start, end, fps, speed }: Trim): number =>
  Math.max(1, Math.round(((end - start) / speed) * fps));

/** Frames of the part, at most {@link MAX_FRAMES}. Delays stand for the exact time: the encoder carries the rounding. */
export const listFrames = (trim: Trim, source: number): NewFrame[] => {
  const { start, fps, speed } = trim;
  return Array.from({ length: Math.min(MAX_FRAMES, countFrames(trim)) }, (_, index) => ({
    source,
    // The middle of its time: an end that lies between two frames of the video does not flicker.
    at: start + ((index + 0.5) / fps) * speed,
    delayMs: 1000 / fps,
  }));
};

/** `1.20`, `62.05`: seconds as they are read out beside the filmstrip. */
export const secondsText = (seconds: number): string => seconds.toFixed(2);
