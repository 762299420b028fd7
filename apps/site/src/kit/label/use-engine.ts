import { useEffect, useSyncExternalStore } from 'react';
import { type EngineState, engineState, onEngineState, wakeEngine } from './engine.ts';

const IDLE: EngineState = { phase: 'idle' };

/** The label engine of this page, fetched with the first component that wants it; the others follow what becomes of it. */
export const useEngine = (isWanted = true): EngineState => {
  useEffect(() => {
    if (isWanted) wakeEngine();
  }, [isWanted]);
  return useSyncExternalStore(onEngineState, engineState, () => IDLE);
};
