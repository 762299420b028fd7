import { useEffect, useState } from 'react';
import { useSite } from './site.tsx';
import type { Common } from './stores.ts';

/**
 * Common data for the dialog; null until loaded. After a failure, all optional features are off.
 */
export const useCommonSiteData = (): Pick<Common, 'legal' | 'switches'> | null => {
  const site = useSite();
  const [common, setCommon] = useState<Pick<Common, 'legal' | 'switches'> | null>(null);
  useEffect(() => {
    let isWanted = true;
    void site
      .createApi('')
      .call('common', {})
      .then((reply) => {
        if (!isWanted) return;
        const noSiteData = {
          legal: { termsId: null, privacyId: null },
          switches: {
            register: true,
            wechat: [],
            email: 'off' as const,
            phone: 'off' as const,
            phoneToPost: false,
          },
        };
        setCommon(reply.state === 'ok' ? reply.data : noSiteData);
      });
    return () => void (isWanted = false);
  }, [site]);
  return common;
};
