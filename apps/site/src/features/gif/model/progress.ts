/**
 * Estimates the remaining time from the elapsed time, s. Returns null while there is too little
 * data.
 */
export const estimateSecondsLeft = (share: number, elapsedMs: number): number | null => {
  // At first, most of the time goes into starting the decoder.
  if (share < 0.05 || elapsedMs < 500) return null;
  return Math.max(1, Math.round(((elapsedMs / share) * (1 - share)) / 1000));
};

export const describeTimeLeft = (seconds: number | null): string => {
  if (seconds === null) return '正在算要多久';
  if (seconds < 60) return `还要 ${seconds} 秒`;
  return `还要 ${Math.ceil(seconds / 60)} 分钟`;
};
