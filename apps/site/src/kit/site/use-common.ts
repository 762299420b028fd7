import { useEffect, useState } from 'react';
import { useSite } from './site.tsx';
import type { Common } from './stores.ts';

/** What the dialog needs of the site; null until it is there. Without an answer, a site that offers nothing more. */
export const useCommon = (): Pick<Common, 'legal' | 'switches'> | null => {
  const site = useSite();
  const [common, setCommon] = useState<Pick<Common, 'legal' | 'switches'> | null>(null);
  useEffect(() => {
    let isWanted = true;
    void site
      .api('')
      .call('common', {})
      .then((reply) => {
        if (!isWanted) return;
        const none = {
          legal: { termsId: null, privacyId: null },
          switches: {
            register: true,
            wechat: [],
            email: 'off' as const,
            phone: 'off' as const,
            phoneToPost: false,
          },
        };
        setCommon(reply.state === 'ok' ? reply.data : none);
      });
    return () => void (isWanted = false);
  }, [site]);
  return common;
};
