export { deletePrinterGroup } from './delete.ts';
export { printerGroupList } from './list.ts';
export { savePrinterGroup } from './save.ts';
