import { useBlocker } from '@tanstack/react-router';
import { confirm, questions } from '@yunbiao/ui/ask.ts';
import { useEffect, useRef } from 'react';

type Place = { pathname: string; search: object };

/** An address without what only opens the login dialog on it. */
const getPlace = ({ pathname, search }: Place): string => {
  const { login: _, to: __, ...rest } = search as Record<string, unknown>;
  return pathname + JSON.stringify(rest);
};

type LeaveQuestion = {
  /** Whether leaving loses anything this moment. */
  loses: () => boolean;
  message: () => string;
  /** Left in spite of it. */
  onLeave?: (() => void) | undefined;
  /** Nobody is asked on a way inside the site, only by closing the page: the session may be over. */
  isSilent?: () => boolean;
  /** What stands behind the `?` is on the page, not which page it is: nothing is left behind by changing it. */
  isOnePath?: boolean;
};

/**
 * Asks before something is left behind, by a link or by closing the page. Once nothing would be, as what was under way is
 * stored, the question has its answer: what was meant is done.
 */
export const useLeaveQuestion = ({
  loses,
  message,
  onLeave,
  isSilent,
  isOnePath = false,
}: LeaveQuestion): void => {
  const isSame = (one: Place, other: Place): boolean =>
    isOnePath ? one.pathname === other.pathname : getPlace(one) === getPlace(other);
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (asked.current === undefined || loses()) return;
    for (const one of questions.get())
      if (one.kind === 'confirm' && one.id === asked.current) one.answer(true);
  });
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (isSilent?.() || !loses() || isSame(current, next)) return false;
      const answer = confirm({
        message: message(),
        confirmText: '离开',
        cancelText: '留在这里',
        danger: true,
      });
      asked.current = questions.get().at(-1)?.id;
      const leave = await answer;
      asked.current = undefined;
      if (leave && loses()) onLeave?.();
      return !leave;
    },
    enableBeforeUnload: loses,
    disabled: !loses(),
  });
};
