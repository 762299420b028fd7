/**
 * Text with a realistic word distribution: words drawn by Zipf's law, the first ones common to all
 * questions about labels. Deterministic.
 */
const COMMON =
  '打印 标签 打印机 设置 纸张 模板 条码 怎么 间距 驱动 连接 软件 偏移 二维码 扫描 Excel 货号 ZPL 客户端 client barcode 碳带 热敏纸 走纸 双列 价签 仓库 面单 字体 离线 导入 登录 USB 佳博 G-1324D 斑马 快递 批次 流水号'.split(
    ' ',
  );
const WORDS = 20_000;
const LETTERS = 3_000;

let state = 1;

/** Restarts the text from a seed. */
export const seedText = (seed: number): void => {
  state = seed;
};

const nextRandom = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

/** A letter for a position in a word, without a pattern that makes words alike. */
const getLetter = (word: number, place: number): string => {
  const mixed = Math.imul(word * 4 + place + 1, 2_654_435_761) >>> 0;
  return String.fromCodePoint(0x4e00 + ((mixed ^ (mixed >>> 15)) % LETTERS));
};

/** Word `n` of the lexicon: two or three letters, every twelfth in Latin script. */
const inventWord = (n: number): string =>
  n % 12 === 0
    ? `w${n.toString(36)}x`
    : Array.from({ length: 2 + (n % 3 === 0 ? 1 : 0) }, (_, i) => getLetter(n, i)).join('');

/** The lexicon, most frequent word first. */
export const LEXICON: readonly string[] = Array.from(
  { length: WORDS },
  (_, n) => COMMON[n] ?? inventWord(n),
);

const sums: number[] = [];
for (const [n] of LEXICON.entries()) sums.push((sums[n - 1] ?? 0) + 1 / (n + 3));

const drawWord = (): string => {
  const wanted = nextRandom() * (sums.at(-1) ?? 0);
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return LEXICON[low] ?? '';
};

/** `words` words in clauses of six. */
export const forumText = (words: number): string =>
  Array.from({ length: words }, (_, i) => `${drawWord()}${i % 6 === 5 ? '，' : ''}`).join('');

export const forumTitle = (): string => forumText(5);
