import { BRAND_NAMES, listModels } from './printer-facts.ts';
import { PRINTER_BRANDS } from './printer-models.ts';

/** Names by which a brand's page is found: its own, and those of its models. */
export type BrandText = { name: string; title: string; also: string[]; models: string[] };

/** Title, other names and model names of every brand of the product's own list. */
export const listBrandTexts = (): BrandText[] => {
  const models = listModels();
  return BRAND_NAMES.map((name) => {
    const { title, latin, also } = PRINTER_BRANDS[name];
    return {
      name,
      title: `${title}打印机`,
      also: [...new Set([title, latin, ...also])],
      models: models.filter(({ brand }) => brand === name).map((model) => model.title),
    };
  });
};
