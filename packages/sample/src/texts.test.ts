import { readFileSync } from 'node:fs';
import { DELETION_DAYS } from '@yunbiao/contract';
import { MIN_RECORD_DAYS, RAW_RETENTION_DAYS } from '@yunbiao/services/parts';
import { describe, expect, it } from 'vitest';
import { createSampleArticles } from './articles.ts';
import { SAMPLE_SOFTWARES } from './softwares.ts';
import { TEST_CLIENT } from './testing.ts';
import { PRIVACY, TERMS } from './texts.ts';

const everything = [
  PRIVACY,
  TERMS,
  ...SAMPLE_SOFTWARES.flatMap(({ alias, faqs, features }) => [
    ...faqs.map(({ answer }) => answer),
    ...features.map(({ text }) => text),
    ...createSampleArticles(alias, TEST_CLIENT.version)
      .filter(({ artType }) => artType !== 'updateLog')
      .map(({ content }) => content),
  ]),
];

describe('the sample texts', () => {
  it('keep records as long as the plan says, and accounts are deleted on the site', () => {
    expect(PRIVACY).toContain(`至少 ${MIN_RECORD_DAYS} 天`);
    expect(PRIVACY).toContain(`一批结束后 ${RAW_RETENTION_DAYS} 天`);
    expect(PRIVACY).toContain(`在“个人资料”里注销账号，不用写信：申请后 ${DELETION_DAYS} 天内`);
    expect(TERMS).toContain(`注销账号，${DELETION_DAYS} 天内能撤销`);
    for (const text of everything) {
      expect(text).not.toMatch(/一直保留|永久保留|打印记录还能查/);
      expect(text).not.toMatch(/(?:删除|注销)账号，?请?写信/);
    }
  });

  it('name all that plans differ in', () => {
    for (const { alias } of SAMPLE_SOFTWARES) {
      const quota = createSampleArticles(alias, TEST_CLIENT.version).find(
        ({ title }) => title === '每月额度怎么算',
      );
      for (const name of [
        '每月标签',
        '打印客户端',
        '打印机配置',
        '自己的模板',
        '打印记录保留',
        '每分钟接口调用',
      ])
        expect(quota?.content).toContain(name);
    }
  });

  it('name what the browser stores', () => {
    const storage = readFileSync(
      new URL('../../../apps/site/src/kit/site/local-storage.ts', import.meta.url),
      'utf8',
    );
    const keys = [...storage.matchAll(/: '([a-z-]+)',/g)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThanOrEqual(5);
    for (const key of [...keys, 'theme', 'yb-device']) expect(PRIVACY).toContain(`\`${key}\``);
  });

  it('deny nothing that the site does', () => {
    for (const text of everything) {
      expect(text).not.toMatch(/画模板还没有|还不能直接选 Excel|Windows 的打印队列还不行/);
      // A sent label counts, even if it was not seen.
      expect(text).not.toMatch(/没打印出来的标签不计数/);
    }
  });
});
