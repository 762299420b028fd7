import type { CallOutput } from '@yunbiao/contract';
import { PRINTER_USES } from '@yunbiao/contract/calls/community/printer-models';
import type { Executor, PrinterModelTable, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import type { Language } from '@yunbiao/contract/evidence';
import { canModelPrintLanguage, describeModelUse } from './describe-model.ts';
import {
  BRAND_NAMES,
  isBrandName,
  type BrandName,
  parseFacts,
  type PrinterFacts,
} from './printer-facts.ts';
import { PRINTER_BRANDS } from './printer-models.ts';

type Brand = CallOutput<'printerBrand'>;
type Model = Brand['models'][number];
type Row = Selectable<PrinterModelTable>;

const presentBrand = (name: BrandName) => {
  const { title, latin, also } = PRINTER_BRANDS[name];
  return { name, title, latin, also: [...also] };
};

const presentBrandTitle = (name: BrandName | undefined) =>
  name ? { name, title: PRINTER_BRANDS[name].title } : null;

const presentModel = (row: Row, facts: PrinterFacts, reports: number): Model => ({
  name: row.name,
  title: row.title,
  reports,
  languages: facts.languages.map(({ name, mode }) => (mode ? `${name}（${mode}）` : name)),
  dpi: facts.dpi,
  widthMm: facts.widthMm ?? null,
  heat: facts.heat,
  connections: facts.connections,
  source: { title: row.source_title, url: row.source_url },
  ...describeModelUse(facts),
});

const countReports = async (executor: Executor): Promise<Map<string, number>> => {
  const rows = await executor
    .selectFrom('printer_model_report')
    .select('model')
    .select((eb) => eb.fn.countAll<number>().as('members'))
    .groupBy('model')
    .execute();
  return new Map(rows.map(({ model, members }) => [model, Number(members)]));
};

/** Models of a brand, or of all, in the order of the pages: what works first, then as listed. */
const readModels = async (
  ctx: Context,
  brand?: BrandName,
): Promise<{ brand: string; facts: PrinterFacts; model: Model }[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('printer_model')
    .selectAll()
    .$if(brand !== undefined, (query) => query.where('brand', '=', brand ?? ''))
    .orderBy('id')
    .execute();
  const reports = await countReports(ctx.db.kysely);
  const models = rows.flatMap((row) => {
    try {
      const facts = parseFacts(row.facts);
      const model = presentModel(row, facts, reports.get(row.name) ?? 0);
      return [{ brand: row.brand, facts, model }];
    } catch (error) {
      ctx.log.warn('a printer model cannot be read', { model: row.name, error });
      return [];
    }
  });
  return PRINTER_USES.flatMap((use) => models.filter(({ model }) => model.use === use));
};

/** Every brand with the names of its models. Brands without a model are left out. */
export const listPrinterBrands = async ({
  ctx,
}: {
  ctx: Context;
}): Promise<CallOutput<'printerModels'>> => {
  const models = await readModels(ctx);
  const brands = BRAND_NAMES.map((name) => ({
    ...presentBrand(name),
    models: models
      .filter(({ brand }) => brand === name)
      .map(({ model: { name: id, title, use, reports } }) => ({ name: id, title, use, reports })),
  }));
  return { brands: brands.filter((brand) => brand.models.length > 0) };
};

/** One brand with everything about its models. @throws 404 */
export const getPrinterBrand = async ({
  ctx,
  name,
}: {
  ctx: Context;
  name: string;
}): Promise<Brand> => {
  if (!isBrandName(name)) throw createNotFoundError('没有这个牌子的打印机');
  const models = await readModels(ctx, name);
  const at = BRAND_NAMES.indexOf(name);
  return {
    ...presentBrand(name),
    models: models.map(({ model }) => model),
    previous: presentBrandTitle(BRAND_NAMES[at - 1]),
    next: presentBrandTitle(BRAND_NAMES[at + 1]),
  };
};

type ReportChoices = NonNullable<CallOutput<'printerReports'>['choices']>;

/**
 * Every brand with those of its models that can have printed a label in this language; with all of
 * them when it is null.
 */
export const listModelsForLanguage = async ({
  ctx,
  language,
}: {
  ctx: Context;
  language: Language | null;
}): Promise<ReportChoices> => {
  const models = await readModels(ctx);
  const brands = BRAND_NAMES.map((name) => {
    const ofBrand = models.filter(({ brand }) => brand === name);
    const fitting = ofBrand.filter(
      ({ facts }) => language === null || canModelPrintLanguage(facts, language),
    );
    const { title, latin } = PRINTER_BRANDS[name];
    return {
      name,
      title,
      latin,
      models: fitting.map(({ model }) => ({ name: model.name, title: model.title })),
      leftOut: ofBrand.length - fitting.length,
    };
  });
  return {
    language,
    brands: brands.filter(({ models: fitting, leftOut }) => fitting.length + leftOut > 0),
  };
};

/** Brand and model, `斑马 ZD421`; null for a model that is no longer listed. */
export const formatModelTitle = ({
  brand,
  title,
}: {
  brand: string | null;
  title: string | null;
}): string | null => {
  if (brand === null || title === null) return null;
  return isBrandName(brand) ? `${PRINTER_BRANDS[brand].title} ${title}` : title;
};
