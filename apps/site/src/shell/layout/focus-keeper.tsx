import { useRouterState } from '@tanstack/react-router';
import { focusPageHeading } from '@yunbiao/ui/focus.ts';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect } from 'react';
import { useSite } from '../../kit/site/site.tsx';

/** Address of the previous page, independent of the layout. Browser only. */
let placeBefore: string | undefined;

/**
 * Moves the focus to the heading when the focused element was removed by navigation or a change of
 * member. Does not apply to the first page or to addresses with a fragment. Part of a layout,
 * because a page must be hydrated before it receives the focus.
 */
export const FocusKeeper = () => {
  const place = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const { turn, isUnderWay } = useStore(useSite().stores.handover);
  useEffect(() => {
    const isFirst = placeBefore === undefined;
    placeBefore = place;
    if (!isFirst && !location.hash) focusPageHeading();
  }, [place, turn, isUnderWay]);
  return null;
};
