import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { knownFont } from '@yunbiao/label/known-font';
import { IS_PROGRAM, programAsset } from '../self.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const readFile = (file: string): Uint8Array =>
  IS_PROGRAM
    ? programAsset(`fonts/${file}`)
    : readFileSync(createRequire(import.meta.url).resolve(`@yunbiao/label/fonts/${file}`));

/**
 * A font file: of the program, or of the label engine beside the source. `file`: as `fontFile` names it. Throws LabelError
 * `bad-font` when it is not the one that labels are drawn with.
 */
export const fontBytes = (file: string): Uint8Array => knownFont(file, readFile(file), sha256);
