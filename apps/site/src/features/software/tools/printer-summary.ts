import type { CallOutput } from '@yunbiao/contract';

type Brand = CallOutput<'printerModels'>['brands'][number];

/** Brands in the picture of the tool. */
const SHOWN_BRANDS = 4;
/** Models of a brand; one line has no room for more. */
const SHOWN_MODELS = 12;

/** What the page shows of the printer models. */
export type PrinterSummary = {
  brandCount: number;
  modelCount: number;
  brands: { name: string; title: string; models: string }[];
};

export const summarizePrinters = (brands: readonly Brand[]): PrinterSummary => ({
  brandCount: brands.length,
  modelCount: brands.reduce((sum, { models }) => sum + models.length, 0),
  brands: brands.slice(0, SHOWN_BRANDS).map(({ name, title, models }) => ({
    name,
    title,
    models: models
      .slice(0, SHOWN_MODELS)
      .map((model) => model.title)
      .join('、'),
  })),
});
