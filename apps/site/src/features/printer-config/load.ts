import type { CallOutput } from '@yunbiao/contract';
import type { Client as Api } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { mergeCallReplies } from '../../kit/site/merge-replies.ts';

export type PrinterGroup = CallOutput<'printerGroupList'>['list'][number];

export type ConfigData = {
  groups: CallOutput<'printerGroupList'>;
  configs: CallOutput<'printConfigList'>;
  clients: CallOutput<'clientList'>;
  stat: CallOutput<'authStat'>;
};

/** Loads configurations, groups, clients with printers, and the limits of the plan. */
export const loadConfigs = async (api: Api): Promise<Envelope<ConfigData>> => {
  const [configs, clients, groups, stat] = await Promise.all([
    api.call('printConfigList', {}),
    api.call('clientList', {}),
    api.call('printerGroupList', {}),
    api.call('authStat', {}),
  ]);
  return mergeCallReplies({ configs, clients, groups, stat });
};
