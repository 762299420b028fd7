import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Fonts, loadFonts, type RareEncoders } from '@yunbiao/label';
import { requireKnownFont } from '@yunbiao/label/verify-font';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';

const require = createRequire(import.meta.url);
let fonts: Fonts | undefined;

const computeSha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * Label fonts in two weights. Each part is read once per thread, on demand, and must have the
 * expected hash.
 */
export const getLabelFonts = (): Fonts =>
  (fonts ??= loadFonts({
    read: (file) => {
      const bytes = readFileSync(require.resolve(`@yunbiao/label/fonts/${file}`));
      return requireKnownFont(file, bytes, computeSha256);
    },
  }));

/** Encoders of rare symbologies, which pages load on demand. */
export const getRareSymbologyEncoders = (): RareEncoders => RARE_ENCODERS;
