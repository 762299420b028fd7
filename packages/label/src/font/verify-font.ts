import { LabelError } from '../errors.ts';
import { FONT_DIGESTS } from './digests.gen.ts';

export {
  findOldestFontEdition,
  getFontsDigest,
  isKnownFontsDigest,
  NEWEST_FONT_EDITION,
} from './editions.ts';

/** Font files, with the names that `getFontFileName` returns. */
export const FONT_FILES: readonly string[] = Object.keys(FONT_DIGESTS);

/**
 * Returns the bytes of a file in `fonts/` if they match the released font. `sha256` returns a hex
 * digest; the package has no implementation of its own. Throws LabelError `bad-font` for other
 * bytes: the look of existing labels must not change.
 */
export function requireKnownFont(
  file: string,
  bytes: Uint8Array,
  sha256: (bytes: Uint8Array) => string,
): Uint8Array {
  if (FONT_DIGESTS[file] !== sha256(bytes))
    throw new LabelError('bad-font', `字体文件 ${file} 不是原来的，不能用它画标签，请重新安装`);
  return bytes;
}
