import {
  type Context,
  setSoftwareField,
  setSoftwareState,
  suspendMember,
  unsuspendMember,
} from '@yunbiao/services';
import type { Command } from './parse.ts';

/** What was done: a sentence, and whether a running site has to see it. */
export type Outcome = { text: string; isChange: boolean };

const done = (text: string): Outcome => ({ text: `${text}\n`, isChange: true });

const listSoftwares = async (ctx: Context): Promise<string> => {
  const rows = await ctx.db.kysely
    .selectFrom('software')
    .selectAll()
    .orderBy('sort')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return '还没有软件\n';
  return rows
    .map((row) => {
      const state = row.state === 'online' ? '上线' : `下线：${row.offline_reason}`;
      return `${row.alias}\t${row.name}\t${row.domain ?? '-'}\t${state}\n`;
    })
    .join('');
};

/** Carries a command out through the same verbs as the site. Throws `ServiceError` when it cannot be. */
export const runCommand = async (
  ctx: Context,
  command: Exclude<Command, { name: 'help' }>,
): Promise<Outcome> => {
  switch (command.name) {
    case 'software list':
      return { text: await listSoftwares(ctx), isChange: false };
    case 'software set': {
      const { alias } = await setSoftwareField({ ctx, ...command });
      return done(`已改 ${alias} 的 ${command.field}`);
    }
    case 'software offline':
      await setSoftwareState({
        ctx,
        alias: command.alias,
        state: 'offline',
        reason: command.reason,
      });
      return done(`${command.alias} 已下线`);
    case 'software online':
      await setSoftwareState({ ctx, alias: command.alias, state: 'online' });
      return done(`${command.alias} 已上线`);
    case 'member suspend':
      await suspendMember({ ctx, ...command });
      return done(`已暂停 ${command.username} 使用 ${command.alias}`);
    case 'member unsuspend':
      await unsuspendMember({ ctx, ...command });
      return done(`已恢复 ${command.username} 使用 ${command.alias}`);
  }
};
