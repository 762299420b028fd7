import { hostCommand } from '@yunbiao/contract/gateway/virtual-host';
import type { HostReport } from '@yunbiao/contract/gateway/virtual-host';
import { createVirtualHomes } from './virtual-homes.ts';

/**
 * Host process of the page's virtual printers: a child of the server with an IPC channel. Exits
 * when the channel closes, so also when the server is killed. Ignores signals to the process group,
 * which the server handles.
 */
const sendReportToServer = (message: HostReport): void => {
  if (process.connected) process.send?.(message);
};

// Only this user may read keys and ledgers.
process.umask(0o077);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const homes = createVirtualHomes(sendReportToServer);
process.on('message', (message) => homes.handleCommand(hostCommand.parse(message)));
process.on('disconnect', () => {
  homes.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
