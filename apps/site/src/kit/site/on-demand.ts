import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

type Demand = {
  /** Displayed while loading. */
  waiting?: ReactNode;
  /** Called after loading failed and the error was shown. Without it, a failure is silent. */
  onGiveUp?: () => void;
};

/**
 * A component that loads on first use. Unlike `lazy`, a failure does not break the page and is not
 * cached: the next action tries again. Rendered without a user action, it has no `onGiveUp`.
 */
export const createOnDemandComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): ((props: P & Demand) => ReactNode) => {
  let component: ComponentType<P> | null = null;
  return function OnDemand({ waiting, onGiveUp, ...props }) {
    const [part, setPart] = useState(() => component);
    useEffect(() => {
      if (part) return;
      let isWanted = true;
      load().then(
        (loadedComponent) => {
          component = loadedComponent;
          if (isWanted) setPart(() => loadedComponent);
        },
        () => {
          if (!isWanted || !onGiveUp) return;
          toast.error(NETWORK_FAILED);
          onGiveUp();
        },
      );
      return () => void (isWanted = false);
    }, [part, onGiveUp]);
    // The remaining props belong to the component.
    return part ? createElement(part, props as unknown as P) : waiting;
  };
};
