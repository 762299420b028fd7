/**
 * Runs the work once what has just changed is on the screen: in a task of its own behind the next frame, so that the
 * answer to a key or a press never waits for it. Returns how to call it off.
 */
export const afterPaint = (work: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};
