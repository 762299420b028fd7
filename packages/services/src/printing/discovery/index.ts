export {
  probeDiscoveredPrinter,
  discoverPrinters,
  suggestAddress,
  printDiscoveryTestLabel,
} from './request-from-client.ts';
export { listDiscoveredPrinters } from './discovery-list.ts';
export { saveDiscoveredPrinters } from './save-discovery.ts';
export { movePrinterToDiscovered, addDiscoveredPrinter } from './add-discovered-printer.ts';
export { createDiscoveryRequestRouter } from './discovery-requests.ts';
