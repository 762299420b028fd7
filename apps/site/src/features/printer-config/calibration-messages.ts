import type { Config } from './draft.ts';

type Correction = Pick<Config, 'offsetXMm' | 'offsetYMm' | 'pitchScale'>;

/** Describes offset and feed correction. */
export const describeCorrection = ({ offsetXMm, offsetYMm, pitchScale }: Correction): string =>
  `横向偏移 ${offsetXMm} mm，纵向偏移 ${offsetYMm} mm，走纸比例 ${pitchScale} %`;
