/** Writing systems whose characters have to be joined, stacked or run from right to left, none of which text does here. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Thai}/u, '是泰文，叠放的元音和声调还排不了'],
  [/[\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u, '这种东南亚文字的叠放部分还排不了'],
  [/\p{Script=Tibetan}/u, '是藏文，上下叠写还排不了'],
  [/\p{Script=Mongolian}/u, '是蒙古文，连写还排不了'],
  [
    /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u,
    '这样的阿拉伯字母从右往左连写，还排不了',
  ],
  [/\p{Script=Hebrew}/u, '是希伯来文，从右往左的文字还排不了'],
  [
    /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u,
    '这样的印度文字，连写和叠写还排不了',
  ],
];

/** Goes on behind a character that cannot be drawn: `“ก”` + `是泰文，叠放的元音和声调还排不了`. */
export function explainMissing(character: string): string {
  const [, reason] = UNSUPPORTED.find(([script]) => script.test(character)) ?? [];
  return reason ?? '字体里没有';
}
