import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { toast } from '@yunbiao/ui/toast.ts';
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

type Demand = {
  /** Shown until it is here. */
  waiting?: ReactNode;
  /** It could not be fetched, which was said already; without this, nothing is said. */
  onGiveUp?: () => void;
};

/**
 * A component that is fetched with the first act that needs it: draw it then, and only then. Unlike `lazy`, a failure
 * takes nothing down and is not remembered: the next act tries again.
 */
export const onDemand = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): ((props: P & Demand) => ReactNode) => {
  let loaded: ComponentType<P> | null = null;
  return function OnDemand({ waiting, onGiveUp, ...props }) {
    const [part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (part) return;
      let isWanted = true;
      load().then(
        (found) => {
          loaded = found;
          if (isWanted) setPart(() => found);
        },
        () => {
          if (!isWanted || !onGiveUp) return;
          toast.error(NETWORK_FAILED);
          onGiveUp();
        },
      );
      return () => void (isWanted = false);
    }, [part, onGiveUp]);
    // What is left of the props without ours are the part's own.
    return part ? createElement(part, props as unknown as P) : waiting;
  };
};
