import type { FailEnvelope } from '@yunbiao/contract/core/envelope';
import type { RollSwitch, RollSwitches } from '@yunbiao/contract/gateway/virtual-host';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePrintEvents } from '../live/live-print.ts';
import { showFailure } from '../page/show-failure.ts';
import { useApi } from '../site/site.tsx';
import { getLastRollLabelNumber, appendNewLabelsToRoll, type Roll } from './merge.ts';

/** Switches of a virtual printer. `onState` receives its state after a change. */
const useSwitches = (clientId: string, onState: (state: Roll['state']) => void) => {
  const api = useApi();
  /** Switches with a pending request; they show the selected position. */
  const [pressed, setPressed] = useState<Partial<RollSwitches>>({});
  const setSwitch = async (name: RollSwitch, on: boolean): Promise<void> => {
    setPressed((now) => ({ ...now, [name]: on }));
    const reply = await api.call('virtualSwitch', { id: clientId, name, on });
    setPressed(({ [name]: _done, ...others }) => others);
    if (reply.state === 'fail') return showFailure(reply);
    onState(reply.data);
  };
  return { pressed, setSwitch };
};

/** Live roll of a virtual printer. Loading it starts the printer. */
export const useVirtualPrinterRoll = (clientId: string) => {
  const api = useApi();
  const [roll, setRoll] = useState<Roll | null>(null);
  const [failure, setFailure] = useState<FailEnvelope | null>(null);
  const latestRoll = useRef<Roll | null>(null);
  const reading = useRef<'no' | 'yes' | 'again'>('no');

  const storeRoll = useCallback((next: Roll): void => {
    latestRoll.current = next;
    setRoll(next);
  }, []);
  const putRollState = (state: Roll['state']): void => {
    if (latestRoll.current) storeRoll({ ...latestRoll.current, state });
  };
  const read = useCallback(async (): Promise<void> => {
    if (reading.current !== 'no') {
      reading.current = 'again';
      return;
    }
    do {
      reading.current = 'yes';
      const reply = await api.call('virtualRoll', {
        id: clientId,
        after: getLastRollLabelNumber(latestRoll.current),
      });
      if (reply.state === 'fail') {
        setFailure(reply);
        break;
      }
      setFailure(null);
      storeRoll(appendNewLabelsToRoll(latestRoll.current, reply.data));
      if (reply.data.more) reading.current = 'again';
      // Repeat for labels that arrived during the request or exceeded the page size.
    } while ((reading.current as string) === 'again');
    reading.current = 'no';
  }, [api, clientId, storeRoll]);

  useEffect(() => void read(), [read]);
  usePrintEvents((event) => {
    if (event.type === 'resync') return void read();
    if (event.type !== 'roll' || event.clientId !== clientId) return;
    putRollState(event.state);
    if (event.state.newest > getLastRollLabelNumber(latestRoll.current)) void read();
  });

  const { pressed, setSwitch } = useSwitches(clientId, putRollState);
  const switches = roll && { ...roll.state.switches, ...pressed };
  return {
    roll: roll && switches && { ...roll, state: { ...roll.state, switches } },
    failure,
    read,
    set: setSwitch,
  };
};
