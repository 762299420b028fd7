import { useBlocker } from '@tanstack/react-router';
import { confirm } from '@yunbiao/ui/ask.ts';

type Place = { pathname: string; search: object };

/** An address without what only opens the login dialog on it. */
const placeOf = ({ pathname, search }: Place): string => {
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
};

/** Asks before something is left behind, by a link or by closing the page. */
export const useLeaveQuestion = ({ loses, message, onLeave, isSilent }: LeaveQuestion): void => {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (isSilent?.() || !loses() || placeOf(current) === placeOf(next)) return false;
      const leave = await confirm({
        message: message(),
        confirmText: '离开',
        cancelText: '留在这里',
        danger: true,
      });
      if (leave) onLeave?.();
      return !leave;
    },
    enableBeforeUnload: loses,
    disabled: !loses(),
  });
};
