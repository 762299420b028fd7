import { LANGUAGES } from '@yunbiao/contract/evidence';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing.ts';
import { listBrandTexts } from './brand-texts.ts';
import { canModelPrintLanguage, describeModelUse } from './describe-model.ts';
import { getPrinterBrand, listPrinterBrands } from './list-printer-models.ts';
import { BRAND_NAMES, hashRowContent, listModels, type PrinterFacts } from './printer-facts.ts';
import { PRINTER_SOURCES } from './printer-models.ts';
import { syncPrinterModels } from './seed-printer-models.ts';

const NOTHING: PrinterFacts = {
  languages: [],
  dpi: [],
  heat: [],
  connections: [],
  hasCupsDriver: false,
};

/** Languages a source may name. */
const KNOWN_LANGUAGES = [
  'ZPL',
  'TSPL',
  'ESC/POS',
  'EPL',
  'DPL',
  'CPCL',
  'EZPL',
  'SBPL',
  'TPCL',
  'BCI',
  'SLCS',
  'IPL',
  'Direct Protocol',
  'Fingerprint',
  'PPLA',
  'PPLB',
  'ESC/Label',
  'ESC/P',
  'Brother 光栅',
  'PT-CBP',
  'NIIMBOT',
  'SIISLP',
];

describe('the list', () => {
  const models = listModels();

  it('names each model once, with a source', () => {
    expect(new Set(models.map(({ name }) => name)).size).toBe(models.length);
    for (const { name, source } of models) {
      expect(name).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
      expect(new URL(source.url).protocol).toBe('https:');
      expect(source.title).not.toBe('');
    }
  });

  it('has no brand without a model and no source without one', () => {
    const brands = new Set<string>(models.map(({ brand }) => brand));
    const urls = new Set<string>(models.map(({ source }) => source.url));
    expect(BRAND_NAMES.filter((name) => !brands.has(name))).toEqual([]);
    expect(Object.values(PRINTER_SOURCES).filter(({ url }) => !urls.has(url))).toEqual([]);
  });

  it('knows each language, resolution, width and connection it names', () => {
    for (const { facts } of models) {
      for (const { name } of facts.languages) expect(KNOWN_LANGUAGES).toContain(name);
      for (const dpi of facts.dpi) expect([180, 203, 300, 600]).toContain(dpi);
      for (const heat of facts.heat) expect(['direct', 'transfer']).toContain(heat);
      for (const name of facts.connections) expect(['USB', '网线', '串口']).toContain(name);
      if (facts.widthMm !== undefined) expect(facts.widthMm).toBeGreaterThan(0);
    }
  });

  it('gives the search every brand with its names and models', () => {
    const texts = listBrandTexts();
    expect(texts.map(({ name }) => name)).toEqual(BRAND_NAMES);
    const gprinter = texts.find(({ name }) => name === 'gprinter');
    expect(gprinter).toMatchObject({ title: '佳博打印机', models: ['GP-1324D'] });
    expect(gprinter?.also).toContain('Gprinter');
  });
});

describe('how a model is used', () => {
  it('takes the first language of ours, and names the emulation to switch to', () => {
    const { use, language, evidence, advice } = describeModelUse({
      ...NOTHING,
      languages: [{ name: 'EZPL' }, { name: 'ZPL', mode: 'GZPL' }],
      dpi: [203],
      connections: ['USB', '网线'],
    });
    expect({ use, language }).toEqual({ use: 'language', language: 'zpl' });
    expect(evidence).toContain('counter-moved');
    expect(advice).toEqual([
      '先把打印机的语言切到 GZPL，配置里的语言选 ZPL。',
      '分辨率选 203 dpi。',
      '接 USB：授权客户端里列出它以后，点“使用”。',
      '接网络：在授权客户端点“输入网络地址”。',
    ]);
  });

  it('prints ESC/POS on continuous paper, no wider than paper and language allow', () => {
    const escpos = { ...NOTHING, languages: [{ name: 'ESC/POS' }] };
    expect(describeModelUse(escpos).advice).toContain('当连续纸打印，最宽 72 mm。');
    expect(describeModelUse({ ...escpos, widthMm: 48, dpi: [180] }).advice).toEqual([
      '配置里的语言选 ESC/POS。',
      '当连续纸打印，最宽 48 mm。',
      '它是 180 dpi，按 203 dpi 打印尺寸会偏大，先打印一张量一量。',
    ]);
  });

  it('sends a model with a driver of CUPS through a queue, which proves less', () => {
    const { use, language, evidence } = describeModelUse({
      ...NOTHING,
      languages: [{ name: 'TPCL' }],
      hasCupsDriver: true,
    });
    expect({ use, language, evidence }).toEqual({
      use: 'queue',
      language: 'driver',
      evidence: ['consumed'],
    });
  });

  it('says plainly why a model cannot be used, or that nobody says what it speaks', () => {
    const closed = describeModelUse({ ...NOTHING, languages: [{ name: 'NIIMBOT' }] });
    expect(closed).toEqual({
      use: 'no',
      language: null,
      evidence: [],
      advice: ['还不能直接用：来源只写了 NIIMBOT，云标会的是 ZPL、TSPL、ESC/POS。'],
    });
    expect(describeModelUse(NOTHING)).toMatchObject({ use: 'unknown', language: null });
  });

  it('can have printed in each language its source names, in any if none, and by a queue', () => {
    const facts = { ...NOTHING, languages: [{ name: 'EZPL' }, { name: 'ZPL', mode: 'GZPL' }] };
    const canPrint = LANGUAGES.filter((language) => canModelPrintLanguage(facts, language));
    expect(canPrint).toEqual(['zpl', 'driver', 'ipp']);
    expect(LANGUAGES.every((language) => canModelPrintLanguage(NOTHING, language))).toBe(true);
  });
});

describeEachDatabase((open) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = createTestContext(await open());
    await syncPrinterModels({ ctx });
  });

  const getRow = (name: string) =>
    ctx.db.kysely
      .selectFrom('printer_model')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow();

  it('says of a model how it is set up, what it can prove, and where that was read', async () => {
    const { models, previous, next } = await getPrinterBrand({ ctx, name: 'deli' });
    expect({ previous, next }).toEqual({
      previous: { name: 'tsc', title: 'TSC' },
      next: { name: 'hprt', title: '汉印' },
    });
    expect(models).toEqual([
      {
        name: 'deli-dl-888d-pro',
        title: 'DL-888D PRO',
        use: 'language',
        reports: 0,
        languages: ['TSPL'],
        dpi: [203],
        widthMm: null,
        heat: [],
        connections: ['USB'],
        language: 'tspl',
        evidence: ['consumed', 'printer-idle'],
        advice: [
          '配置里的语言选 TSPL。',
          '分辨率选 203 dpi。',
          '接 USB：授权客户端里列出它以后，点“使用”。',
        ],
        source: expect.objectContaining({ url: expect.stringMatching(/^https:/) }),
      },
    ]);
    await expect(getPrinterBrand({ ctx, name: 'nobody' })).rejects.toMatchObject({ code: 404 });
  });

  it('lists every brand, and of a brand first what works', async () => {
    const { brands } = await listPrinterBrands({ ctx });
    expect(brands.map(({ name }) => name)).toEqual(BRAND_NAMES);
    expect(brands.flatMap(({ models }) => models)).toHaveLength(listModels().length);
    // `CHANGELOG.md` says so.
    expect(listModels().length).toBeGreaterThan(150);
    expect(brands.length).toBeGreaterThan(20);
    const argox = brands.find(({ name }) => name === 'argox');
    expect(argox?.models.map(({ use }) => use)).toEqual(['language', 'no']);
  });

  it('leaves out a model whose facts cannot be read, and says so in the log', async () => {
    const logged: unknown[] = [];
    ctx.log.warn = (_, fields) => logged.push(fields?.['model']);
    const [first, second, third] = ['zebra-zd421', 'zebra-gk420d', 'zebra-zt411'];
    const before = (await getPrinterBrand({ ctx, name: 'zebra' })).models.length;
    for (const [name, facts] of [
      [first, '{'],
      [second, 'null'],
      [third, '{"languages":[],"dpi":[],"connections":[]}'],
    ] as const)
      await ctx.db.kysely
        .updateTable('printer_model')
        .set({ facts })
        .where('name', '=', name)
        .execute();
    const { models } = await getPrinterBrand({ ctx, name: 'zebra' });
    expect(models).toHaveLength(before - 3);
    expect(new Set(logged)).toEqual(new Set([first, second, third]));
    expect((await listPrinterBrands({ ctx })).brands.map(({ name }) => name)).toEqual(BRAND_NAMES);
  });

  it('writes nothing at a second start', async () => {
    const before = await getRow('zebra-zd421');
    const told = ctx.heard.length;
    ctx.pass(60_000);
    await syncPrinterModels({ ctx });
    expect(await getRow('zebra-zd421')).toEqual(before);
    expect(ctx.heard.length).toBe(told);
  });

  it('leaves what an operator changed or added, and corrects what nobody touched', async () => {
    const change = (name: string, values: { title?: string; seed?: string }) =>
      ctx.db.kysely.updateTable('printer_model').set(values).where('name', '=', name).execute();
    await change('zebra-zd421', { title: 'ZD421（我们的）' });
    const { id: _, ...gk420d } = await getRow('zebra-gk420d');
    const own = { ...gk420d, name: 'zebra-own', title: '自己的', seed: '' };
    await ctx.db.kysely.insertInto('printer_model').values(own).execute();
    // As an older list had it: another content, with the digest of that content.
    const old = { ...(await getRow('zebra-zt411')), title: 'ZT411 旧' };
    await change('zebra-zt411', { title: old.title, seed: hashRowContent(old) });
    const left = { ...gk420d, name: 'zebra-left' };
    await ctx.db.kysely.insertInto('printer_model').values(left).execute();

    await syncPrinterModels({ ctx });

    expect((await getRow('zebra-zd421')).title).toBe('ZD421（我们的）');
    expect((await getRow('zebra-own')).title).toBe('自己的');
    expect((await getRow('zebra-zt411')).title).toBe('ZT411');
    await expect(getRow('zebra-left')).rejects.toThrow();
  });
});
