/**
 * Runs the work as a separate task after the next frame, so that input feedback is painted first.
 * Returns a function that cancels it.
 */
export const runAfterPaint = (work: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};
