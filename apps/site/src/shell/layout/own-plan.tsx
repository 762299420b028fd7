import { useZone } from '@yunbiao/ui/clock.ts';
import { useEffect, useState } from 'react';
import { useApi } from '../../kit/site/site.tsx';
import { vipText } from '../../kit/software/vip-text.ts';

/** The member's plan for this software, and until when it lasts; nothing while that is not known. */
export const OwnPlan = () => {
  const api = useApi();
  const zone = useZone();
  const [text, setText] = useState('');
  useEffect(() => {
    let isOpen = true;
    void api.call('authStat', {}).then((reply) => {
      if (isOpen && reply.state === 'ok') setText(vipText(reply.data, zone));
    });
    return () => void (isOpen = false);
  }, [api, zone]);
  return text;
};
