import { useEffect, useSyncExternalStore } from 'react';
import { type EngineState, engineState, onEngineState, wakeEngine } from './engine.ts';

const IDLE: EngineState = { phase: 'idle' };

/** The label engine of this page, fetched with the first component that asks for it. */
export const useEngine = (): EngineState => {
  useEffect(wakeEngine, []);
  return useSyncExternalStore(onEngineState, engineState, () => IDLE);
};
