/**
 * Value below which `share` (0–1) of the samples lie, by nearest rank. Throws when there are no
 * samples.
 */
export const computePercentile = (samples: readonly number[], share: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('no samples');
  return value;
};

export const median = (samples: readonly number[]): number => computePercentile(samples, 0.5);

const formatValue = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** `name  12.3 µs` */
export const formatLine = (name: string, value: number, unit: string): string =>
  `${name.padEnd(44)} ${formatValue(value).padStart(10)} ${unit}`;

/** A ratio to a reference of the same run. The bench exits with 1 when it exceeds the limit. */
export const ratioLine = (name: string, value: number, peer: number, limit: number): string => {
  const ratio = value / peer;
  if (ratio > limit) process.exitCode = 1;
  return `${name.padEnd(44)} ${`${ratio.toFixed(2)} ×`.padStart(10)} (limit ${limit} ×) ${ratio <= limit ? 'ok' : 'OVER'}`;
};

/** Prints a value with its upper limit. The bench exits with 1 when it exceeds the limit. */
export const limitLine = (name: string, value: number, limit: number, unit: string): string => {
  if (value > limit) process.exitCode = 1;
  return `${formatLine(name, value, unit)} (limit ${limit}) ${value <= limit ? 'ok' : 'OVER'}`;
};
