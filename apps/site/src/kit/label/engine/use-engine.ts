import { useEffect, useSyncExternalStore } from 'react';
import {
  type EngineState,
  getEngineState,
  subscribeToEngineState,
  startLoadingEngine,
} from './engine.ts';

const IDLE: EngineState = { phase: 'idle' };

/** The label engine of this page. The first component that needs it starts loading. */
export const useLabelEngine = (isWanted = true): EngineState => {
  useEffect(() => {
    if (isWanted) startLoadingEngine();
  }, [isWanted]);
  return useSyncExternalStore(subscribeToEngineState, getEngineState, () => IDLE);
};
