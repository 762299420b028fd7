import { readConfig } from '../../apps/server/src/config/config.ts';
import { openExistingDatabase } from '../../apps/server/src/startup/open-existing-database.ts';
import { createSwarmKey, pairSwarm } from '../../bench/support/swarm.ts';
import { callAs } from './api.ts';
import { startNginx } from './nginx.ts';
import { startLoad } from './restart-load.ts';
import { startSocketUnit } from './socket-unit.ts';

export const BROWSERS = 20;
export const CLIENTS = 50;

const pairClients = async (dataDir: string): Promise<void> => {
  const db = await openExistingDatabase(readConfig({ DATA_DIR: dataDir }));
  const member = await db.kysely
    .selectFrom('member')
    .select('id')
    .where('is_demo', '=', 1)
    .executeTakeFirstOrThrow();
  const software = await db.kysely.selectFrom('software').select('id').executeTakeFirstOrThrow();
  await pairSwarm(db, { memberId: member.id, softwareId: software.id }, CLIENTS);
  await db.close();
};

/** The demo on a socket of systemd behind nginx, with browsers and print clients at work. */
export const openRestartTrial = async () => {
  const unit = await startSocketUnit({ TRUST_PROXY: '1' }, { prepare: pairClients });
  const front = await startNginx(unit.port);
  const tokens: string[] = [];
  for (let n = 0; n < BROWSERS; n += 1) {
    const account = { username: `重启_${n}`, password: `restart-${n}-password` };
    tokens.push((await callAs<{ token: string }>(unit, '', '/np/register', account)).token);
  }
  const { list } = await callAs<{ list: { id: string }[] }>(unit, '', '/np/api/template/list');
  const load = startLoad({
    front,
    url: unit.url,
    tokens,
    clientKeys: Array.from({ length: CLIENTS }, (_, n) => createSwarmKey(n)),
    templateId: list[0]?.id ?? '',
  });
  return {
    unit,
    load,
    /** Names of the templates that a member has. */
    listOwnTemplates: async (token: string): Promise<string[]> => {
      const templates = await callAs<{ list: { name: string; own: boolean }[] }>(
        unit,
        token,
        '/np/api/uc/templateList',
      );
      return templates.list.filter((template) => template.own).map(({ name }) => name);
    },
    close: async (): Promise<void> => {
      await front.stop();
      await unit.stop();
    },
  };
};
