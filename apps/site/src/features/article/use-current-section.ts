import { useEffect, useState } from 'react';

/**
 * The top 15 % of the window and everything above it count as read, so that parts skipped by a jump
 * also count as reached.
 */
const READ_AREA = { rootMargin: '10000000px 0px -85% 0px' };

/** Returns the target of the address fragment if the page is too short to scroll it to the top. */
const findTargetAtPageEnd = (ids: readonly string[]): string | undefined => {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  if (scrollTop + clientHeight < scrollHeight - 2) return undefined;
  const id = document.querySelector(':target')?.id;
  return ids.find((currentId) => currentId === id);
};

/** Returns the id of the part that is being read; the first one until another is reached. */
export const useCurrentSection = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState<string>();
  const key = ids.join('\n');
  useEffect(() => {
    const parts = key.split('\n');
    const reached = new Set<string>();
    const updateCurrentSection = (): void =>
      setCurrent(findTargetAtPageEnd(parts) ?? parts.findLast((id) => reached.has(id)) ?? parts[0]);
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) reached.add(target.id);
        else reached.delete(target.id);
      }
      updateCurrentSection();
    }, READ_AREA);
    for (const id of parts) {
      const part = document.getElementById(id);
      if (part) observer.observe(part);
    }
    addEventListener('hashchange', updateCurrentSection);
    return () => {
      observer.disconnect();
      removeEventListener('hashchange', updateCurrentSection);
    };
  }, [key]);
  return current;
};
