import { softwareHosts, type Context } from '@yunbiao/services';
import { isStale, SHOWN } from './tags.ts';
import { hostName, type OwnHosts } from './pages/hosts.ts';

/**
 * The host names of softwares, held in memory: every request asks. The main address is never a software's own, whatever
 * was set. `raise` reads them again when a change concerns them; when that fails the names known before stay.
 */
export const watchOwnHosts = async (
  ctx: Context,
): Promise<{ getAlias: OwnHosts; raise: (tags: readonly string[]) => void }> => {
  const main = hostName(new URL(ctx.settings.publicUrl).host);
  let hosts = await softwareHosts({ ctx });
  let latest = 0;
  const read = async (): Promise<void> => {
    const turn = ++latest;
    const now = await softwareHosts({ ctx });
    // An earlier question may be answered later.
    if (turn === latest) hosts = now;
  };
  return {
    getAlias: (name) => (name === main ? undefined : hosts.get(name)),
    raise: (tags) => {
      if (!isStale(SHOWN.hostNames, tags)) return;
      read().catch((error: unknown) => ctx.log.warn('host names could not be read', { error }));
    },
  };
};
