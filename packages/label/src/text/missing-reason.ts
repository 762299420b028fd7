/**
 * Scripts that need joining, stacking or right-to-left layout, which the engine does not support.
 */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/\p{Script_Extensions=Thai}/u, '是泰文，叠放的元音和声调还排不了'],
  [/[\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u, '这种东南亚文字的叠放部分还排不了'],
  [/\p{scx=Tibt}/u, '是藏文，上下叠写还排不了'],
  [/\p{scx=Mong}/u, '是蒙古文，连写还排不了'],
  [/\p{scx=Hebr}/u, '是希伯来文，从右往左的文字还排不了'],
  [/[\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}]/u, '是阿拉伯文一类从右往左的文字，还排不了'],
  [
    /[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]/u,
    '是南亚的文字，连写和叠写还排不了',
  ],
  [/\p{M}/u, '和前面的字合不成一个字'],
];

/** Shows a combining mark on a dotted circle, since it is unreadable alone. */
export const formatMissingCharacter = (character: string): string =>
  /^\p{M}/u.test(character) ? `◌${character}` : character;

/** Chinese reason to append to a character that cannot be drawn: `“ก”` + `是泰文，叠放的元音和声调还排不了`. */
export function describeMissingGlyphReason(character: string): string {
  const [, reason] = UNSUPPORTED.find(([script]) => script.test(character)) ?? [];
  return reason ?? '字体里没有';
}
