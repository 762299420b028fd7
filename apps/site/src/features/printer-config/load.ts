import type { CallOutput } from '@yunbiao/contract';
import type { Client as Api } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { together } from '../../kit/site/together.ts';

export type PrinterGroup = CallOutput<'printerGroupList'>['list'][number];

export type ConfigData = {
  groups: CallOutput<'printerGroupList'>;
  configs: CallOutput<'printConfigList'>;
  clients: CallOutput<'clientList'>;
  stat: CallOutput<'authStat'>;
};

/** The configurations, the groups made of them, the clients and printers they can be for, and how many the plan allows. */
export const loadConfigs = async (api: Api): Promise<Envelope<ConfigData>> => {
  const [configs, clients, groups, stat] = await Promise.all([
    api.call('printConfigList', {}),
    api.call('clientList', {}),
    api.call('printerGroupList', {}),
    api.call('authStat', {}),
  ]);
  return together({ configs, clients, groups, stat });
};
