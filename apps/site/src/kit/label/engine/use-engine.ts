import { useEffect, useSyncExternalStore } from 'react';
import { type EngineState, getEngineState, onEngineState, startEngine } from './engine.ts';

const IDLE: EngineState = { phase: 'idle' };

/** The label engine of this page. The first component that needs it starts loading. */
export const useLabelEngine = (isWanted = true): EngineState => {
  useEffect(() => {
    if (isWanted) startEngine();
  }, [isWanted]);
  return useSyncExternalStore(onEngineState, getEngineState, () => IDLE);
};
