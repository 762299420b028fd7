export { printerBrand, printerModels } from './list-printer-models.ts';
export { listBrandTexts } from './brand-texts.ts';
export { seedPrinterModels } from './seed-printer-models.ts';
