export { saveUpdate } from './save-update.ts';
export { acceptHello, type Accepted } from './accept-hello.ts';
export { cancelRequests } from './cancel-requests.ts';
export { clientNow, findClientByKey, findKey } from './find-client.ts';
export { leaseLabels, type LeasedBatch, type LeasedLabels, presentLease } from './lease-labels.ts';
export { expectClients, forgetVirtualClients, giveUpExpected, setOnline } from './presence.ts';
export { savePrinterState } from './printers.ts';
export { storeReports } from './store-reports.ts';
export { type ClientLook, lookAtClients } from './look-at-clients.ts';
