import { useTimeZone } from '@yunbiao/ui/clock.ts';
import { useEffect, useState } from 'react';
import { useApi } from '../../kit/site/site.tsx';
import { describeVip } from '../../kit/software/vip-text.ts';

/** Plan of the member for this software with its end date; empty until loaded. */
export const OwnPlan = () => {
  const api = useApi();
  const zone = useTimeZone();
  const [text, setText] = useState('');
  useEffect(() => {
    let isOpen = true;
    void api.call('authStat', {}).then((reply) => {
      if (isOpen && reply.state === 'ok') setText(describeVip(reply.data, zone));
    });
    return () => void (isOpen = false);
  }, [api, zone]);
  return text;
};
