import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { IS_PROGRAM, programAsset } from '../self.ts';

/** A font file: of the program, or of the label engine beside the source. `file`: as `fontFile` names it. */
export const fontBytes = (file: string): Uint8Array =>
  IS_PROGRAM
    ? programAsset(`fonts/${file}`)
    : readFileSync(createRequire(import.meta.url).resolve(`@yunbiao/label/fonts/${file}`));
