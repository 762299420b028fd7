import { mapCustomDomainsToAliases, type Context } from '@yunbiao/services';
import { isContentInvalidated, CONTENT_TAGS } from '../tags.ts';
import { parseHostName, type FindCustomDomain } from './hosts.ts';

/**
 * Custom domains of softwares, held in memory because every request needs them. The main host is
 * never a custom domain, regardless of settings. `invalidate` reloads them after a relevant change;
 * on failure the previous ones stay.
 */
export const watchCustomDomains = async (
  ctx: Context,
): Promise<{ getAlias: FindCustomDomain; invalidate: (tags: readonly string[]) => void }> => {
  const main = parseHostName(new URL(ctx.settings.publicUrl).host);
  let hosts = await mapCustomDomainsToAliases({ ctx });
  let latest = 0;
  const reloadHosts = async (): Promise<void> => {
    const requestNumber = ++latest;
    const currentHosts = await mapCustomDomainsToAliases({ ctx });
    // Queries may complete out of order: only the latest one counts.
    if (requestNumber === latest) hosts = currentHosts;
  };
  return {
    getAlias: (name) => (name === main ? undefined : hosts.get(name)),
    invalidate: (tags) => {
      if (!isContentInvalidated(CONTENT_TAGS.hostNames, tags)) return;
      reloadHosts().catch((error: unknown) =>
        ctx.log.warn('host names could not be read', { error }),
      );
    },
  };
};
