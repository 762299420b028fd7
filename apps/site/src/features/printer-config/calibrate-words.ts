import type { Config } from './draft.ts';

type Corrected = Pick<Config, 'offsetXMm' | 'offsetYMm' | 'pitchScale'>;

/** Offset and feed correction in words, as they are stored. */
export const correctionWords = ({ offsetXMm, offsetYMm, pitchScale }: Corrected): string =>
  `横向偏移 ${offsetXMm} mm，纵向偏移 ${offsetYMm} mm，走纸比例 ${pitchScale} %`;
