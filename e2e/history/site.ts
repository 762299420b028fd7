import { join } from 'node:path';
import { GATEWAY_VERSION, type Report, type Unit } from '@yunbiao/contract/gateway/gateway';
import type { Database } from '@yunbiao/db';
import { acceptHello, leaseLabels, storeReports } from '@yunbiao/services';
import { createContext } from '../crash/context.ts';
import { addBatch, createWorld } from '../crash/world.ts';

export type Label = { id: number; attempt: number; fence: number };

type Hello = Parameters<typeof acceptHello>[0]['hello'];

type HelloFacts = Pick<Hello, 'ledgerId' | 'ledgerSeq' | 'tokens' | 'held'>;

const CLIENT = 1;

const buildHello = (said: HelloFacts): Hello => ({
  ...said,
  type: 'hello',
  version: GATEWAY_VERSION,
  agentVersion: '0.1.0',
  machineName: '',
  system: '',
  features: ['history'],
  printers: [
    {
      localId: 'p1',
      name: '打印机',
      language: 'zpl',
      dpi: 203,
      exclusive: false,
      evidence: [],
    },
  ],
});

/** Makes the client one that has sent nothing yet. */
const clearClient = (db: Database) =>
  db.kysely
    .updateTable('client')
    .set({ ledger_id: null, ledger_seq: 0, ledger_token: null })
    .execute();

const listDetails = (db: Database, batchNo: string) =>
  db.kysely
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select(['detail.id', 'detail.state', 'detail.reason'])
    .where('batch_no', '=', batchNo)
    .execute();

/** The server's operations on a database, one of its clients, and the paper of its printer. */
export const openSite = async () => {
  const world = await createWorld(0, false);
  const ctx = createContext(world.db, world.dataDir);
  const out = new Map<number, number>();
  const doubtful = new Set<number>();
  let [ms, batches] = [0, 0];
  const buildBatchNo = (): string => `M${batches}`;
  return {
    folder: join(world.dataDir, '..'),
    now: () => ms,
    pass: (time: number) => {
      ms += time;
    },
    /** A client that has sent nothing yet, and a batch for it. */
    begin: async (labels: number): Promise<void> => {
      batches += 1;
      out.clear();
      doubtful.clear();
      await clearClient(world.db);
      await addBatch(world.db, labels, buildBatchNo());
    },
    paper: (id: number) => void out.set(id, (out.get(id) ?? 0) + 1),
    /** Marks a label whose print can no longer be known. */
    doubt: (id: number) => void doubtful.add(id),
    isDoubtful: (id: number) => doubtful.has(id),
    printed: (id: number) => out.get(id) ?? 0,
    details: () => listDetails(world.db, buildBatchNo()),
    hello: async (said: HelloFacts): Promise<{ fence: number; stored: string | undefined }> => {
      const hello = buildHello(said);
      const accepted = await acceptHello({ ctx, clientId: CLIENT, hello, address: '' });
      if (!accepted) throw new Error('the hello was not accepted');
      return { fence: accepted.fence, stored: accepted.storedToken ?? undefined };
    },
    lease: async (fence: number, room: number): Promise<Label[]> => {
      const lease = { ctx, clientId: CLIENT, fence, localId: 'p1', room };
      const { rows } = await leaseLabels(lease);
      return rows.flat().map(({ id, attempt }) => ({ id, attempt, fence }));
    },
    report: (sent: {
      fence: number;
      seq: number;
      reports: Report[];
      token: string | undefined;
    }): Promise<{ units: Unit[]; token: string | undefined }> =>
      storeReports({ ...sent, ctx, clientId: CLIENT }),
    remove: world.remove,
  };
};

export type Site = Awaited<ReturnType<typeof openSite>>;
