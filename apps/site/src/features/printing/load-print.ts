import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { together } from '../../kit/site/together.ts';
import type { PrintData } from './print-page.tsx';

/** The viewer's; the server's first answer goes by China's. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Everything 立即打印 starts from. */
export const loadPrint = async (api: Client): Promise<Envelope<PrintData>> => {
  const [configs, templates, usage] = await Promise.all([
    api.call('printConfigList', {}),
    api.call('templateList', typeof window === 'undefined' ? {} : { tz: zoneHere() }),
    api.call('authStat', {}),
  ]);
  return together({ configs, templates, usage });
};
