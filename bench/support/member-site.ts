import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@yunbiao/contract/api/client';
import { openDatabase } from '@yunbiao/db';
import { rebuildRollups } from '@yunbiao/services';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { startSite } from '../../apps/server/src/main.ts';
import { answerCpu, type Child, forkServer } from './cpu-child.ts';
import { fillMember } from './member-fill.ts';

const PASSWORD = 'correct horse 9';

/**
 * Child side: the complete server on the demo data, with labels for `members` (two kinds: the
 * demo's own first).
 */
export const serveMembers = async (dataDir: string): Promise<void> => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO_HISTORY: '0',
  });
  const running = await startSite(config, createLog('error'));
  process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
  answerCpu({ port: running.port });
};

export type MemberSite = {
  child: Child;
  /** Origin, without a trailing slash. */
  url: string;
  /** One token per member; all have the same prints. */
  tokens: string[];
  stop: () => Promise<void>;
};

/**
 * Forks `file`, whose role `site` is {@link serveMembers}, and signs up members with 3,000 labels
 * each.
 */
export const openMemberSite = async (file: string, members = 1): Promise<MemberSite> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yb-bench-'));
  const child = await forkServer(file, ['site', dataDir]);
  const url = `http://127.0.0.1:${child.ready.port}`;
  const client = createApiClient({
    baseUrl: url,
    getHost: () => '127.0.0.1',
    getDomain: () => 'yunbiao',
    getToken: () => '',
  });
  const db = openDatabase({ dataDir });
  const tokens: string[] = [];
  for (let n = 0; n < members; n += 1) {
    const username = `bench${n}`;
    const reply = await client.call('register', { username, password: PASSWORD });
    if (reply.state === 'fail') throw new Error(reply.msg);
    tokens.push(reply.data.token);
    await fillMember(db, username);
  }
  await rebuildRollups({ ctx: { db } });
  await db.close();
  return {
    child,
    url,
    tokens,
    stop: async () => {
      await child.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
