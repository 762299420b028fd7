import { Link, useRouter } from '@tanstack/react-router';
import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { type MouseEvent, useRef } from 'react';
import { useSite, useSoftwareAlias } from '../../../../kit/site/site.tsx';
import type { HeroLabel } from '../home-data.ts';
import { passSample } from './pass-sample.ts';
import css from '../live-label.module.css';

const DESIGNER = '/$soft/tools/design-{$id}.html';

/**
 * Link to the designer with this template. A plain click takes the typed values along, and asks
 * before it replaces an unsaved label; another tab, or a page without scripts, gets the template as
 * it is stored.
 */
export const ContinueLink = ({
  sample,
  values,
  isChanged,
}: Pick<HeroLabel, 'sample'> & { values: Record<string, string>; isChanged: boolean }) => {
  const soft = useSoftwareAlias();
  const { navigate } = useRouter();
  const { session } = useSite().stores;
  const isOpening = useRef(false);
  const openWithValues = async (): Promise<void> => {
    if (isOpening.current) return;
    isOpening.current = true;
    const result = await passSample({ sample, values }, { alias: soft, session: session.get() });
    isOpening.current = false;
    if (result === 'unloaded') toast.error(NETWORK_FAILED);
    if (result === 'kept' || result === 'unloaded') return;
    if (result === 'failed') toast.warn('填的字没有带过去：浏览器存不下');
    await navigate({ to: DESIGNER, params: { soft, id: result === 'passed' ? 'new' : sample.id } });
  };
  return (
    <Link
      className={`link ${css.continue}`}
      to={DESIGNER}
      params={{ soft, id: sample.id }}
      onClick={(event: MouseEvent) => {
        const opensTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (!isChanged || opensTab) return;
        event.preventDefault();
        void openWithValues();
      }}
    >
      在设计器里继续编辑
    </Link>
  );
};
