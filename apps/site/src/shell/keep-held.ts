import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { toast } from '@yunbiao/ui/toast.ts';
import { heldOf, type LoaderContext } from './page-data.ts';
import { PageError } from './page-errors.ts';

type Loader = (c: LoaderContext) => unknown;
type Route = { options: { loader?: unknown } };

/**
 * When the server cannot be reached, a page that is still in memory (Back leads to it, or it is in view) stays as it
 * was: an outage takes no page away from somebody who has it. A loader whose own code cannot be fetched fails, too.
 * Redirects and missing pages are no errors.
 */
export const keepHeld = (routesById: object): void => {
  for (const { options } of Object.values(routesById) as Route[]) {
    if (typeof options.loader !== 'function') continue;
    const load = options.loader as Loader;
    options.loader = async (c: LoaderContext) => {
      try {
        return await load(c);
      } catch (error) {
        const held = heldOf(c);
        if (held === undefined || !(error instanceof Error)) throw error;
        const why = error instanceof PageError ? error.message : NETWORK_FAILED;
        toast.error(`没有刷新，这是刚才的内容：${why}`);
        return held;
      }
    };
  }
};
