import type { FailEnvelope } from '@yunbiao/contract/envelope';
import type { RollSwitch, RollSwitches } from '@yunbiao/contract/virtual-host';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePrintEvents } from '../live/live-print.ts';
import { sayFailure } from '../page/say-failure.ts';
import { useApi } from '../site/site.tsx';
import { getLast, merge, type Roll } from './merge.ts';

/** The paper of a virtual printer, as it comes out. Whoever looks wakes it. */
export const useRoll = (clientId: string) => {
  const api = useApi();
  const [roll, setRoll] = useState<Roll | null>(null);
  const [failure, setFailure] = useState<FailEnvelope | null>(null);
  /** Switches on their way: they stand as they were pressed. */
  const [pressed, setPressed] = useState<Partial<RollSwitches>>({});
  const held = useRef<Roll | null>(null);
  const reading = useRef<'no' | 'yes' | 'again'>('no');

  const put = useCallback((next: Roll): void => {
    held.current = next;
    setRoll(next);
  }, []);
  const read = useCallback(async (): Promise<void> => {
    if (reading.current !== 'no') {
      reading.current = 'again';
      return;
    }
    do {
      reading.current = 'yes';
      const reply = await api.call('virtualRoll', { id: clientId, after: getLast(held.current) });
      if (reply.state === 'fail') {
        setFailure(reply);
        break;
      }
      setFailure(null);
      put(merge(held.current, reply.data));
      if (reply.data.more) reading.current = 'again';
      // What came meanwhile, or did not go into this answer.
    } while ((reading.current as string) === 'again');
    reading.current = 'no';
  }, [api, clientId, put]);

  useEffect(() => void read(), [read]);
  usePrintEvents((event) => {
    if (event.type === 'resync') return void read();
    if (event.type !== 'roll' || event.clientId !== clientId) return;
    if (held.current) put({ ...held.current, state: event.state });
    if (event.state.newest > getLast(held.current)) void read();
  });

  const set = async (name: RollSwitch, on: boolean): Promise<void> => {
    setPressed((now) => ({ ...now, [name]: on }));
    const reply = await api.call('virtualSwitch', { id: clientId, name, on });
    setPressed(({ [name]: _done, ...others }) => others);
    if (reply.state === 'fail') return sayFailure(reply);
    if (held.current) put({ ...held.current, state: reply.data });
  };
  const switches = roll && { ...roll.state.switches, ...pressed };
  return {
    roll: roll && switches && { ...roll, state: { ...roll.state, switches } },
    failure,
    read,
    set,
  };
};
