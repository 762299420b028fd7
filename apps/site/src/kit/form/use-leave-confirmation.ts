import { useBlocker } from '@tanstack/react-router';
import { questions } from '@yunbiao/ui/overlay/open-questions.ts';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { useEffect, useRef } from 'react';

type Place = { pathname: string; search: object };

/** Removes the search parameters that open the login dialog. */
const formatPlaceWithoutLogin = ({ pathname, search }: Place): string => {
  const { login: _, to: __, ...rest } = search as Record<string, unknown>;
  return pathname + JSON.stringify(rest);
};

type LeaveQuestion = {
  hasUnsavedWork: () => boolean;
  getMessage: () => string;
  /** Called when the user leaves and discards the work. */
  onLeave?: (() => void) | undefined;
  /**
   * When true, navigation inside the site does not ask, only closing the page; for example when the
   * session has expired.
   */
  isSilent?: () => boolean;
  /**
   * When true, the search part of the address does not identify the page, so changing it never
   * asks.
   */
  ignoresSearch?: boolean;
};

/**
 * Asks before unsaved work is lost, by a link or by closing the page. When the work is stored while
 * the question is open, the question closes and the navigation continues.
 */
export const useLeaveConfirmation = ({
  hasUnsavedWork,
  getMessage,
  onLeave,
  isSilent,
  ignoresSearch = false,
}: LeaveQuestion): void => {
  const isSamePlace = (a: Place, b: Place): boolean =>
    ignoresSearch
      ? a.pathname === b.pathname
      : formatPlaceWithoutLogin(a) === formatPlaceWithoutLogin(b);
  const questionId = useRef<number>(undefined);
  useEffect(() => {
    if (questionId.current === undefined || hasUnsavedWork()) return;
    for (const question of questions.get())
      if (question.kind === 'confirm' && question.id === questionId.current) question.answer(true);
  });
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (isSilent?.() || !hasUnsavedWork() || isSamePlace(current, next)) return false;
      const answer = showConfirmDialog({
        message: getMessage(),
        confirmText: '离开',
        cancelText: '留在这里',
        danger: true,
      });
      questionId.current = questions.get().at(-1)?.id;
      const leave = await answer;
      questionId.current = undefined;
      if (leave && hasUnsavedWork()) onLeave?.();
      return !leave;
    },
    enableBeforeUnload: hasUnsavedWork,
    disabled: !hasUnsavedWork(),
  });
};
