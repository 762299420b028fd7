import { useEffect, useState } from 'react';

/**
 * How much of the window from the top counts as read. The room above the window is counted, too: what was scrolled past
 * in one jump has been reached, though it was never seen.
 */
const READ = { rootMargin: '10000000px 0px -85% 0px' };

/** The part that a link on this page led to, when the end of the page keeps it from coming to the top. */
const stuckTarget = (ids: readonly string[]): string | undefined => {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  if (scrollTop + clientHeight < scrollHeight - 2) return undefined;
  const id = document.querySelector(':target')?.id;
  return ids.find((one) => one === id);
};

/** Of the parts of a page, given by their anchors in order, the one being read: the first until another is reached. */
export const useReading = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState<string>();
  const key = ids.join('\n');
  useEffect(() => {
    const parts = key.split('\n');
    const reached = new Set<string>();
    const look = (): void =>
      setCurrent(stuckTarget(parts) ?? parts.findLast((id) => reached.has(id)) ?? parts[0]);
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) reached.add(target.id);
        else reached.delete(target.id);
      }
      look();
    }, READ);
    for (const id of parts) {
      const part = document.getElementById(id);
      if (part) observer.observe(part);
    }
    addEventListener('hashchange', look);
    return () => {
      observer.disconnect();
      removeEventListener('hashchange', look);
    };
  }, [key]);
  return current;
};
