// A server process with the real context, database and gateway only: `server.ts DATA_DIR PORT
// [DATABASE_URL]`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '@yunbiao/db';
import { attachGateway } from '../../apps/server/src/gateway/index.ts';
import { createContext } from './context.ts';

const [dataDir = '', port = '0', databaseUrl = ''] = process.argv.slice(2);
const server = createServer();
attachGateway({
  server,
  ctx: createContext(openDatabase(databaseUrl ? { databaseUrl } : { dataDir }), dataDir),
});
server.listen(Number(port), '127.0.0.1', () => {
  // A listening TCP server has an AddressInfo.
  process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`);
});
