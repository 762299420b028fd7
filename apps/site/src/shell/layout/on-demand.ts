import { type ComponentType, createElement, useEffect, useState } from 'react';
import type { SiteContext } from '../../kit/site/context.ts';
import { useSite } from '../../kit/site/site.tsx';

/**
 * A component that is fetched with the first act that needs it: draw it then, and only then. Unlike `lazy`, a failure
 * takes nothing down and is not remembered: `onFailure` is told, and the next act tries again.
 */
export const onDemand = (
  load: () => Promise<ComponentType>,
  onFailure: (site: SiteContext) => void,
): ComponentType => {
  let loaded: ComponentType | null = null;
  return function OnDemand() {
    const site = useSite();
    const [part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (part) return;
      let isWanted = true;
      load().then(
        (found) => {
          loaded = found;
          if (isWanted) setPart(() => found);
        },
        () => isWanted && onFailure(site),
      );
      return () => void (isWanted = false);
    }, [part, site]);
    return part && createElement(part);
  };
};
