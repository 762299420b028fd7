import { hostCommand } from '@yunbiao/contract/virtual-host';
import type { HostReport } from '@yunbiao/contract/virtual-host';
import { createHomes } from './homes.ts';

/**
 * The process that holds the virtual printers of the page: a child of the server, with a channel to it. It leaves when the
 * channel ends, so also when the server was killed; signals to the whole group are the server's to hear.
 */
const report = (message: HostReport): void => {
  if (process.connected) process.send?.(message);
};

// Keys and ledgers are for this user only.
process.umask(0o077);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const homes = createHomes(report);
process.on('message', (message) => homes.take(hostCommand.parse(message)));
process.on('disconnect', () => {
  homes.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
