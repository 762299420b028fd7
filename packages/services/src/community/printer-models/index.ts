export { getPrinterBrand, listPrinterBrands } from './list-printer-models.ts';
export { listBrandTexts } from './brand-texts.ts';
export { syncPrinterModels } from './seed-printer-models.ts';
