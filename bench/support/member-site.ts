import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@yunbiao/contract/client';
import { openDatabase } from '@yunbiao/db';
import { rebuildQuarters } from '@yunbiao/services';
import { readConfig } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { start } from '../../apps/server/src/main.ts';
import { answerCpu, type Child, forkServer } from './cpu-child.ts';
import { fillMember } from './member-fill.ts';

const PASSWORD = 'correct horse 9';

/** The child's side: the whole server on the demo data, `members` (two kinds: the demo's own first) filled with labels. */
export const serveMembers = async (dataDir: string): Promise<void> => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO_HISTORY: '0',
  });
  const running = await start(config, createLog('error'));
  process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
  answerCpu({ port: running.port });
};

export type MemberSite = {
  child: Child;
  /** Origin, without a trailing slash. */
  url: string;
  /** One token for each member; all have printed the same. */
  tokens: string[];
  stop: () => Promise<void>;
};

/** Forks `file`, whose role `site` is {@link serveMembers}, and signs up members with 3,000 labels each. */
export const openMemberSite = async (file: string, members = 1): Promise<MemberSite> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yb-bench-'));
  const child = await forkServer(file, ['site', dataDir]);
  const url = `http://127.0.0.1:${child.ready.port}`;
  const client = createClient({
    baseUrl: url,
    host: () => '127.0.0.1',
    domain: () => 'yunbiao',
    token: () => '',
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
  await rebuildQuarters({ ctx: { db } });
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
