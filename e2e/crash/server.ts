// A server of its own process with the real context, database and gateway, and nothing else: `server.ts DATA_DIR PORT`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '@yunbiao/db';
import {
  type Context,
  createBus,
  createDiskStore,
  createPresence,
  SYSTEM,
} from '@yunbiao/services';
import { attachGateway } from '../../apps/server/src/gateway/index.ts';

const [dataDir = '', port = '0'] = process.argv.slice(2);
const write = (level: string) => (message: string, fields?: Record<string, unknown>) =>
  process.stderr.write(`${level} ${message} ${JSON.stringify(fields ?? {})}\n`);

const ctx: Context = {
  db: openDatabase({ dataDir }),
  bus: createBus((error) => write('error')(String(error))),
  files: createDiskStore(join(dataDir, 'files')),
  log: { info: () => undefined, warn: write('warn'), error: write('error') },
  actor: SYSTEM,
  now: Date.now,
  settings: { mode: 'demo', publicUrl: 'http://127.0.0.1', icpNo: null, psbNo: null },
  presence: createPresence(),
};
const server = createServer();
attachGateway({ server, ctx });
server.listen(Number(port), '127.0.0.1', () => {
  // A listening TCP server has an AddressInfo.
  process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`);
});
