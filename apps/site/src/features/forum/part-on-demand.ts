import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { toast } from '@yunbiao/ui/toast.ts';
import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

type Demand = {
  /** Shown until it is here. */
  waiting: ReactNode;
  /** It could not be fetched, which was said already. */
  onGiveUp: () => void;
};

/**
 * A component that is fetched with the first act that needs it: draw it then, and only then. A failure is said and not
 * remembered: the next act tries again.
 */
export const partOnDemand = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): ((props: P & Demand) => ReactNode) => {
  let loaded: ComponentType<P> | null = null;
  return function PartOnDemand({ waiting, onGiveUp, ...props }: P & Demand) {
    const [part, setPart] = useState(() => loaded);
    const giveUp = useRef(onGiveUp);
    useEffect(() => {
      giveUp.current = onGiveUp;
    });
    useEffect(() => {
      if (part) return;
      let isAlive = true;
      load().then(
        (found) => {
          loaded = found;
          if (isAlive) setPart(() => found);
        },
        () => {
          if (!isAlive) return;
          toast.error(NETWORK_FAILED);
          giveUp.current();
        },
      );
      return () => void (isAlive = false);
    }, [part]);
    // What is left of the props without ours are the part's own.
    return part ? createElement(part, props as unknown as P) : waiting;
  };
};
