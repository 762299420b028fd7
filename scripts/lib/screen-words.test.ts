import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWrongWords, parseScreenTerms, parseWordRules } from './screen-words.ts';

const GLOSSARY = `## Printing

| term | on screen | means |
|---|---|---|
| batch | 批次 | labels |
| field | 栏；在 API 里是字段 | an input |
| scene | – | operations |

## Acts on screen

| 用 | 不用 | 说明 |
|---|---|---|
| 打印 | 印、打 | 不算：印刷、打开。 |
| 更换 | “换” | |
| 修改 | 改… | 不算：改好。 |
`;

/** A page that has all terms, and one more text. */
const findIn = (text: string, path = 'apps/site/src/features/a/page.tsx', rest = {}): string[] =>
  findWrongWords({
    glossary: GLOSSARY,
    sources: [
      { path: 'apps/site/src/a.ts', text: "const TERMS = '批次、栏、字段';" },
      { path, text: `const SAID = '${text}';` },
    ],
    ...rest,
  });

describe('the word list', () => {
  it('is read from the tables of the glossary', () => {
    expect(parseWordRules(GLOSSARY)[0]).toEqual({
      used: ['打印'],
      refused: ['印', '打'],
      refusedStarts: [],
      refusedTexts: [],
      allowed: ['印刷', '打开'],
    });
    expect(parseScreenTerms(GLOSSARY)).toEqual(['批次', '栏', '字段']);
  });

  it('has the acts of the screens', () => {
    const rules = parseWordRules(
      readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8'),
    );
    const used = rules.flatMap((rule) => rule.used);
    expect(used).toEqual(
      expect.arrayContaining(['打印', '重新打印', '取消', '删除', '保存', '重试']),
    );
    expect(used).toEqual([...new Set(used)]);
  });
});

describe('a text of a screen', () => {
  it.each([
    ['印一张', '印'],
    ['打印完再打一张', '打'],
    ['换', '换'],
    ['改密码', '改'],
  ])('%s has a refused word: %s', (text, word) => {
    expect(findIn(text)).toEqual([expect.stringContaining(`不用“${word}”：${text}`)]);
  });

  it.each(['打印一张', '打开文件', '印刷', '换一台电脑', '改好再提交', '先改密码'])(
    '%s has none',
    (text) => {
      expect(findIn(text)).toEqual([]);
    },
  );

  it('is none in a comment, a test or a script', () => {
    expect(findIn("'; // 印一张\nconst B = '")).toEqual([]);
    expect(findIn('印一张', 'apps/site/src/a.test.ts')).toEqual([]);
    expect(findIn('印一张', 'scripts/a.ts')).toEqual([]);
    const words = 'packages/services/src/community/site-pages/words/guide-words.ts';
    expect(findIn('印一张', words)).toEqual([]);
  });

  it('may keep a word by an exception, which is refused once nothing needs it', () => {
    const exceptions = [{ text: '汉印', reason: 'a name' }];
    expect(findIn('汉印的打印机', undefined, { exceptions })).toEqual([]);
    expect(findIn('打印机', undefined, { exceptions })).toEqual([
      expect.stringContaining('用不着'),
    ]);
  });

  it('is excused by an exception for its words alone', () => {
    const exceptions = [{ text: '汉印', reason: 'a name' }];
    expect(findIn('汉印和汉印一起印', undefined, { exceptions })).toEqual([
      expect.stringContaining('不用“印”'),
    ]);
    expect(findIn('汉印 A300 和汉印 B20', undefined, { exceptions })).toEqual([]);
  });

  it('may be of any package whose texts are shown', () => {
    for (const name of ['gif', 'wechat-stand-in', 'label', 'ui'])
      expect(findIn('印一张', `packages/${name}/src/a.ts`)).toHaveLength(1);
  });

  it('has each term of the glossary somewhere', () => {
    const sources = [{ path: 'apps/site/src/a.ts', text: "const TERMS = '批次、栏';" }];
    expect(findWrongWords({ glossary: GLOSSARY, sources })).toEqual([
      'docs/glossary.md 没有哪一页写着：字段',
    ]);
  });
});
