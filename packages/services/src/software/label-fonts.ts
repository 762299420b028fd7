import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Fonts, loadFonts, type RareCodes } from '@yunbiao/label';
import { knownFont } from '@yunbiao/label/known-font';
import { RARE_CODES } from '@yunbiao/label/rare-codes';

const require = createRequire(import.meta.url);
let fonts: Fonts | undefined;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The two weights; each piece is read once a thread, when it is needed, and must be the one it always was. */
export const labelFonts = (): Fonts =>
  (fonts ??= loadFonts({
    read: (file) => {
      const bytes = readFileSync(require.resolve(`@yunbiao/label/fonts/${file}`));
      return knownFont(file, bytes, sha256);
    },
  }));

/** Encoders of the codes few labels have. */
export const rareCodes = (): RareCodes => RARE_CODES;
