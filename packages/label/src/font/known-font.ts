import { LabelError } from '../errors.ts';
import { FONT_DIGESTS } from './digests.gen.ts';

export { getFontEdition, getFontsDigest, hasFonts, NEWEST_FONT_EDITION } from './editions.ts';

/** The files labels are drawn with, as `fontFile` names them. */
export const FONT_FILES: readonly string[] = Object.keys(FONT_DIGESTS);

/**
 * The bytes of a file of `fonts/`, if they are those labels have always been drawn with. `sha256` gives a digest in hex, which
 * the package has no means for. Throws LabelError `bad-font` for others: a label must not look otherwise from one day on.
 */
export function knownFont(
  file: string,
  bytes: Uint8Array,
  sha256: (bytes: Uint8Array) => string,
): Uint8Array {
  if (FONT_DIGESTS[file] !== sha256(bytes))
    throw new LabelError('bad-font', `字体文件 ${file} 不是原来的，不能用它画标签，请重新安装`);
  return bytes;
}
