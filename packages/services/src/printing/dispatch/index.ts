export { saveUpdateProgress } from './save-update.ts';
export { acceptHello, type AcceptedHello } from './accept-hello.ts';
export { listCancelRequests } from './cancel-requests.ts';
export { findCurrentClient, findClientByKey, findClientByAnyKey } from './find-client.ts';
export { leaseLabels, type LeasedBatch, type LeasedLabels, presentLease } from './lease-labels.ts';
export { countExpectedClients } from './list-node-ids.ts';
export {
  disconnectVirtualClients,
  markMissingClientsOffline,
  notifyClientConnected,
  storeClientDisconnect,
} from './presence.ts';
export {
  type ClientConnection,
  type OwnConnections,
  reconcileConnections,
} from './reconcile-connections.ts';
export { savePrinterState } from './printers.ts';
export { readPictureForClient } from './read-picture.ts';
export { storeReports } from './store-reports.ts';
export { type ClientSnapshot, loadClientSnapshots } from './inspect-clients.ts';
export { type LabelBacklog, readLabelBacklog } from './read-label-backlog.ts';
