export {
  probeDiscoveredPrinter,
  discoverPrinters,
  suggestAddress,
  testDiscoveredPrinter,
} from './request-from-client.ts';
export { foundList } from './discovery-list.ts';
export { saveDiscoveredPrinters } from './save-discovery.ts';
export { movePrinterToDiscovered, addDiscoveredPrinter } from './add-discovered-printer.ts';
export { createDiscoveryRequests } from './discovery-requests.ts';
