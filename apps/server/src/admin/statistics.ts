import { checkQuarters, rebuildQuarters } from '@yunbiao/services';
import { beijing } from './beijing.ts';
import { done, type Run, table, told } from './outcome.ts';
import type { Usage } from './usage-parts.ts';

/** Differences that are listed. */
const SHOWN = 50;

export const STATISTICS_USAGE = {
  'statistics check': {
    args: '',
    purpose: '把统计里按刻钟加好的数和标签逐一核对，列出每个不一样的地方；标签多时要几分钟',
    list: true,
  },
  'statistics rebuild': { args: '', purpose: '照标签把统计重新加一遍；正在打印的不受影响' },
} as const satisfies Record<string, Usage>;

export const statisticsCommands: Record<keyof typeof STATISTICS_USAGE, Run> = {
  'statistics check': async (ctx) => {
    const { members, differences } = await checkQuarters({ ctx });
    if (differences.length === 0)
      return told(`${members} 个会员的统计和标签一致\n`, { members, differences });
    const rows = differences
      .slice(0, SHOWN)
      .flatMap(({ memberId, at, sums }) =>
        Object.entries(sums).map(([name, { kept, counted }]) => [
          String(memberId),
          beijing(at),
          name,
          String(kept),
          String(counted),
        ]),
      );
    return {
      ...table(rows, '', {
        heads: ['会员', '刻钟', '哪一项', '统计里', '标签里'],
        json: { members, differences },
        more:
          differences.length > SHOWN ? `一共 ${differences.length} 处，只列了 ${SHOWN} 处` : null,
      }),
      isDone: false,
    };
  },
  'statistics rebuild': async (ctx) => {
    await rebuildQuarters({ ctx });
    return done('统计已照标签重新加过');
  },
};
