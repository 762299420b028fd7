export { openOwnHome } from './get-virtual.ts';
export { openVirtualPrinter } from './open.ts';
export { readVirtualRoll, readVirtualRollHere } from './roll.ts';
export { setVirtualFault, setVirtualFaultHere } from './switch.ts';
export {
  claimVirtualHomes,
  listVirtualClientsWithWork,
  locateVirtualClients,
  startVirtualPrinterForWork,
} from './work.ts';
