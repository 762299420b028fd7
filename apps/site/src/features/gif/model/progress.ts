/** How long the rest takes when the share so far took so long, s; null while nobody can tell. */
export const secondsLeft = (share: number, elapsedMs: number): number | null => {
  // The first moments are mostly the decoder waking up.
  if (share < 0.05 || elapsedMs < 500) return null;
  return Math.max(1, Math.round(((elapsedMs / share) * (1 - share)) / 1000));
};

export const leftText = (seconds: number | null): string => {
  if (seconds === null) return '正在算要多久';
  if (seconds < 60) return `还要 ${seconds} 秒`;
  return `还要 ${Math.ceil(seconds / 60)} 分钟`;
};
