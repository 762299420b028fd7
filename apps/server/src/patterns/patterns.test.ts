import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { parseSync } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { isQuick } from '../../../../scripts/vitest/quick.ts';
import type { Task, TimedText } from './time-patterns.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/**
 * All code that may process foreign input: the server, the page renderer, the print client, and the
 * packages they use.
 */
const PLACES = ['apps/agent/src', 'apps/server/src', 'apps/site/src', 'packages/*/src'].map(
  (place) => `${place}/**/*.{ts,tsx}`,
);
/** Excluded: tests, operator commands, generated and one-time code. */
const ELSEWHERE =
  /\.test\.tsx?$|\/testing[^/]*\.ts$|\/admin\/|\/sample\/|\/migrations\/|\/patterns\//;

/** Size of the input texts for one expression. */
type Trial = {
  /** Length of the longer texts, in characters. */
  length: number;
  /** Number of units of an expression that the texts are made of; all pairs are tried. */
  units: number;
};
/**
 * Longer than any text that may be sent, except a batch's, whose expressions were reviewed by hand.
 */
const WHOLE: Trial = { length: 60_000, units: 8 };
const TRIAL = isQuick ? { length: 20_000, units: 3 } : WHOLE;
/** Enough to detect backtracking in an expression that does nothing else. */
const EXAMPLE: Trial = { length: 20_000, units: 8 };
/** The shorter texts detect exponential time. */
const SHORT = 22;
/**
 * Without one of these an expression looks at a fixed number of characters from each position: its
 * time is in proportion to the text.
 */
const REPETITION = /[*+{]/;
/** Time limit of one expression; then its thread is terminated. */
const PATIENCE_MS = 30_000;

/** Expressions that do backtrack, and why no input can trigger it. */
const EXCUSED: Record<string, string> = {
  '\\/+$': 'config.ts: over a setting',
  '\\B(?=(\\d{3})+$)': 'format.ts: over a number',
  // Formats of cells, truncated to 500 characters before parsing (format-sections.ts).
  [String.raw`(?:"[^"]*"|[\\!].|\[[^\]]*\]|[^;"\\![]|["\\![])+|(?<=;)(?=;|$)|^(?=;)`]:
    'format-sections.ts: over a format',
  [String.raw`"([^"]*)"|[\\!](.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|([0#?.,])|(%)|(.)`]:
    'cell-text.ts: over a format',
  [String.raw`"[^"]*"|[\\!].|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]`]: 'cell-text.ts: over a format',
  [String.raw`"([^"]*)"|[\\!](.)|_.|\*.|\[(h+|m+|s+)\]|\[[^\]]*\]`]: 'date-text.ts: over a format',
};

/** Expressions built at run time, by file. */
const MADE: Record<string, string[]> = {
  'apps/server/src/api/multipart.ts': [
    String.raw`^content-disposition:[^\r\n]*?;\s*name="([^"\r\n]*)"`,
  ],
  'apps/site/src/features/software/home/leads.ts': [String.raw`\{\{\s*货号\s*\}\}`],
  'apps/site/src/kit/data/pack-cells.ts': [String.raw`[\uFDD0\uFDD1]`],
  'apps/site/src/kit/data/read/ods.ts': [
    String.raw`(:number-columns-repeated\s*=\s*)(?:"[^"]*"|'[^']*')`,
  ],
  'apps/site/src/kit/data/read/xml-text.ts': [String.raw`[\s:]r\s*=\s*(?:"([^"]*)"|'([^']*)')`],
  'apps/site/src/kit/site/route-rules.ts': [
    String.raw`^/(?<soft>[^/]+)/download/(?<id>[^/]+)\.html$`,
  ],
  'packages/contract/src/calls/identity/account.ts': [String.raw`(?!\n)[\p{Cc}\p{Cf}]`],
  'packages/contract/src/site/money-input.ts': [String.raw`^[\p{L}\p{N}_-]{3,32}$`],
  'packages/label/src/gs1/combinations.ts': ['^(?:02|03|37|255|8006)$'],
  'packages/label/src/gs1/table.ts': ['^(?:725[345])$'],
  'packages/label/src/text/chinese-break.ts': [
    String.raw`[≤≥<>≈±+−]?[0-9０-９]+(?:[.,:/×xX*~～\-–．：][+−-]?[0-9０-９]+)*(?: ?(?:(?:[kKmMμcdGT]?(?:g|m|l|L|s|h|W|V|A|N|Pa|Hz|B|b|J|cal|Wh|Ah|Ω)|min|kn|rpm|dpi|pt|px|in|oz|lb|pcs|PCS|ppm|dB|[kM]?W·h)[²³]?(?![A-Za-z])|[十百千万亿]*(?:(?:平方|立方)?[毫微厘分千公海]?[克升米斤吨里瓦伏安帕焦卡赫尺寸]|[元角分两钱年月日号时点秒天周岁度折倍个件箱盒袋瓶罐包桶支片粒枚只条张套卷双对组板层楼室座码亩]|小时|人份|[十百千万亿]+)|[㎎㎏㎜㎝㎞㎡㏄㏎㎖㎥°℃℉%％‰′″])(?:[/／](?:(?:[kKmMμcdGT]?(?:g|m|l|L|s|h|W|V|A|N|Pa|Hz|B|b|J|cal|Wh|Ah|Ω)|min|kn|rpm|dpi|pt|px|in|oz|lb|pcs|PCS|ppm|dB|[kM]?W·h)[²³]?(?![A-Za-z])|[十百千万亿]*(?:(?:平方|立方)?[毫微厘分千公海]?[克升米斤吨里瓦伏安帕焦卡赫尺寸]|[元角分两钱年月日号时点秒天周岁度折倍个件箱盒袋瓶罐包桶支片粒枚只条张套卷双对组板层楼室座码亩]|小时|人份|[十百千万亿]+)|[㎎㎏㎜㎝㎞㎡㏄㏎㎖㎥°℃℉%％‰′″]))?)?`,
  ],
  'packages/label/src/text/line-break.ts': [
    String.raw`[\u004d\u004e]?[\u0044\u0051]?[\u004f][\u004f\u004b\u004c]*[\u0045\u0046]?[\u004d\u004e]?`,
  ],
  'packages/services/src/platform/search/runs.ts': [
    String.raw`([[\p{Script=Han}]&&[\p{L}\p{N}]]+)|([[\p{L}\p{N}]--[\p{Script=Han}]]+(?:[\-._\/][[\p{L}\p{N}]--[\p{Script=Han}]]+)*)`,
    String.raw`[\-._\/]`,
  ],
  'packages/services/src/platform/search/highlight.ts': [
    String.raw`(?<![[\p{L}\p{N}]--[\p{Script=Han}]])(?:a[\-._\/ ]?1[\-._\/ ]?a[\-._\/ ]?1|a1a1)`,
  ],
  'packages/services/src/community/content/article-changes.ts': ['^ {0,9}'],
};
/** Flags of the expressions built at run time, by their syntax. */
const listFlags = (source: string): string =>
  source.includes('--[')
    ? 'gv'
    : source.includes('\\p{')
      ? 'u'
      : source.includes('^content')
        ? 'im'
        : '';

type Found = { file: string; source: string; flags: string };
type Node = {
  type?: string;
  regex?: { pattern: string; flags: string } | null;
  [key: string]: unknown;
};

const inSource = (file: string): { literals: Found[]; made: number } => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const { program } = parseSync(file, text);
  const literals: Found[] = [];
  let made = 0;
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'Literal' && node.regex)
      literals.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    const callee = node['callee'] as { name?: string } | undefined;
    if (callee?.name === 'RegExp') made += 1;
    for (const [key, inner] of Object.entries(node)) if (key !== 'regex') walk(inner);
  };
  walk(program);
  return { literals, made };
};

const files = globSync(PLACES, { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !ELSEWHERE.test(file));
const sources = files.map((file) => ({ file, ...inSource(file) }));

let worker: Worker | undefined;
afterEach(async () => {
  await worker?.terminate();
  worker = undefined;
});

/** The slowest time of each expression, in a thread; null: it did not finish. */
const timeAll = async (
  patterns: readonly Omit<Found, 'file'>[],
  trial: Trial,
): Promise<(TimedText | null)[]> => {
  const results: (TimedText | null)[] = [];
  for (const { source, flags } of patterns) {
    worker ??= new Worker(join(import.meta.dirname, 'time-patterns.ts'));
    const own = worker;
    const answer = await new Promise<TimedText | null>((resolve, reject) => {
      const timer = setTimeout(() => resolve(null), PATIENCE_MS);
      own.once('error', reject);
      own.once('message', (timed: TimedText) => {
        clearTimeout(timer);
        own.removeAllListeners('error');
        resolve(timed);
      });
      own.postMessage({
        source,
        flags,
        lengths: REPETITION.test(source) ? [SHORT, trial.length] : [SHORT],
        units: trial.units,
      } satisfies Task);
    });
    if (answer === null) {
      await own.terminate();
      worker = undefined;
    }
    results.push(answer);
  }
  return results;
};

const isSlow = (timed: TimedText | null | undefined): boolean => timed?.isSlow ?? true;

describe('regular expressions', () => {
  it('that go back and forth are told from those that do not', async () => {
    const patterns = [
      [String.raw`\[([^\]]*)\]`, 'g', true],
      [String.raw`^[ |:-]*-{3}[ |:-]*$`, 'gm', true],
      [String.raw`\s+$`, '', true],
      [String.raw`!\[[^\]]*\]\(上传中-\d+\)\n?`, 'g', true],
      [String.raw`<[^>]*>`, 'g', true],
      [String.raw`(a*)*b`, '', true],
      [String.raw`\s+`, 'g', false],
      [String.raw`^\d+$`, '', false],
      [String.raw`\[([^\]\n]{0,300})\]`, 'g', false],
    ] as const;
    const timed = await timeAll(
      patterns.map(([source, flags]) => ({ source, flags })),
      EXAMPLE,
    );
    expect(patterns.map(([source], n) => [source, isSlow(timed[n])])).toEqual(
      patterns.map(([source, , slow]) => [source, slow]),
    );
  });

  it('that are put together while running are all known here', () => {
    const made = sources
      .filter((source) => source.made > 0)
      .map(({ file, made: count }) => [file, count]);
    expect(Object.fromEntries(made)).toEqual(
      Object.fromEntries(Object.entries(MADE).map(([file, list]) => [file, list.length])),
    );
  });

  it('take time in proportion to the text, whatever it is', async () => {
    const literals = sources.flatMap((source) => source.literals);
    const made = Object.entries(MADE).flatMap(([file, list]) =>
      list.map((source) => ({ file, source, flags: listFlags(source) })),
    );
    const all = [...literals, ...made].filter(({ source }) => !(source in EXCUSED));
    const different = [
      ...new Map(all.map((item) => [`/${item.source}/${item.flags}`, item])).values(),
    ];
    const timed = await timeAll(different, TRIAL);
    const slow = different.flatMap(({ file, source, flags }, n) =>
      isSlow(timed[n])
        ? [`${file} /${source}/${flags} ${JSON.stringify(timed[n]?.text ?? null)}`]
        : [],
    );
    expect(slow).toEqual([]);
    // Every exception still exists in the code.
    for (const source of Object.keys(EXCUSED))
      expect(literals.map((literal) => literal.source)).toContain(source);
  });
});
