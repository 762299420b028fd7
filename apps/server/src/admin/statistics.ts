import { checkRollups, rebuildRollups } from '@yunbiao/services';
import { formatBeijingTime } from './beijing.ts';
import {
  createChangeOutcome,
  type RunCommand,
  reportTable,
  createTextOutcome,
} from './command-outcome.ts';
import type { Usage } from './usage-parts.ts';

/** Maximum number of listed differences. */
const MAX_LISTED = 50;

export const STATISTICS_USAGE = {
  'statistics check': {
    args: '',
    purpose: '把统计里按刻钟加好的数和标签逐一核对，列出每个不一样的地方；标签多时要几分钟',
    list: true,
  },
  'statistics rebuild': { args: '', purpose: '照标签把统计重新加一遍；正在打印的不受影响' },
} as const satisfies Record<string, Usage>;

export const statisticsCommands: Record<keyof typeof STATISTICS_USAGE, RunCommand> = {
  'statistics check': async (ctx) => {
    const { members, differences } = await checkRollups({ ctx });
    if (differences.length === 0)
      return createTextOutcome(`${members} 个会员的统计和标签一致\n`, { members, differences });
    const rows = differences
      .slice(0, MAX_LISTED)
      .flatMap(({ memberId, at, sums }) =>
        Object.entries(sums).map(([name, { kept, counted }]) => [
          String(memberId),
          formatBeijingTime(at),
          name,
          String(kept),
          String(counted),
        ]),
      );
    return {
      ...reportTable(rows, '', {
        headings: ['会员', '刻钟', '哪一项', '统计里', '标签里'],
        json: { members, differences },
        moreHint:
          differences.length > MAX_LISTED
            ? `一共 ${differences.length} 处，只列了 ${MAX_LISTED} 处`
            : null,
      }),
      isDone: false,
    };
  },
  'statistics rebuild': async (ctx) => {
    await rebuildRollups({ ctx });
    return createChangeOutcome('统计已照标签重新加过');
  },
};
