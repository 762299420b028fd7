import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { requireKnownFont } from '@yunbiao/label/verify-font';
import { IS_PROGRAM, readProgramAsset } from '../self.ts';

const computeSha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

const readFontFile = (file: string): Uint8Array =>
  IS_PROGRAM
    ? readProgramAsset(`fonts/${file}`)
    : readFileSync(createRequire(import.meta.url).resolve(`@yunbiao/label/fonts/${file}`));

/**
 * Loads a font file from the program's assets or the label package. `file`: name from `getFontFileName`.
 * Throws LabelError `bad-font` when its hash differs.
 */
export const loadFontBytes = (file: string): Uint8Array =>
  requireKnownFont(file, readFontFile(file), computeSha256);
