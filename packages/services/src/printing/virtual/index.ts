export { getVirtualClientOfMember, startVirtualPrinterHere } from './get-virtual.ts';
export { openVirtualPrinter } from './open.ts';
export { readVirtualRoll, readVirtualRollHere } from './roll.ts';
export { setVirtualFault, setVirtualFaultHere } from './switch.ts';
export {
  claimVirtualHomes,
  filterVirtualClientIds,
  listVirtualClientsWithWork,
  startVirtualPrinterForWork,
} from './work.ts';
