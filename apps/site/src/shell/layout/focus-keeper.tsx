import { useRouterState } from '@tanstack/react-router';
import { focusPage } from '@yunbiao/ui/focus.ts';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect } from 'react';
import { useSite } from '../../kit/site/site.tsx';

/** The address of the page that was in view last, whichever layout it had. Browser only. */
let before: string | undefined;

/**
 * What had the focus went with the page it was on, or with the member: the heading of the page that is there now takes
 * it. Not with the first page, nor where the address names a place in it. Part of a layout: a page that is not alive yet
 * must not be given the focus.
 */
export const FocusKeeper = () => {
  const place = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const { turn, isUnderWay } = useStore(useSite().stores.handover);
  useEffect(() => {
    const isFirst = before === undefined;
    before = place;
    if (!isFirst && !location.hash) focusPage();
  }, [place, turn, isUnderWay]);
  return null;
};
