export { openVirtualPrinter } from './open.ts';
export { readVirtualRoll } from './roll.ts';
export { setVirtualFault } from './switch.ts';
export {
  filterVirtualClientIds,
  listVirtualClientsWithWork,
  startVirtualPrinterForWork,
} from './work.ts';
