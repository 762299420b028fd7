import { parseNumber } from '@yunbiao/ui/number.ts';

export type Preset = { label: string; kb: number | null };

/** Decimal, so that the file also stays below a limit counted in KiB. */
export const BYTES_PER_KB = 1000;

export const PRESETS: readonly Preset[] = [
  { label: '微信表情 500 KB', kb: 500 },
  { label: '1 MB', kb: 1000 },
  { label: '2 MB', kb: 2000 },
  { label: '5 MB', kb: 5000 },
  { label: '不限', kb: null },
];

export const LIMIT_KB = { min: 5, max: 50_000 } as const;

/** Parses the limit, bytes. Returns null for no limit, undefined for invalid input. */
export const parseFileSizeLimit = (text: string): number | null | undefined => {
  if (text.trim() === '') return null;
  const kb = parseNumber(text);
  if (kb === null || kb < LIMIT_KB.min || kb > LIMIT_KB.max) return undefined;
  return Math.floor(kb * BYTES_PER_KB);
};

export const formatKb = (bytes: number): string => {
  const kb = bytes / BYTES_PER_KB;
  if (kb < 10) return `${kb.toFixed(1)} KB`;
  return kb < 10_000 ? `${Math.ceil(kb)} KB` : `${(kb / 1000).toFixed(1)} MB`;
};
