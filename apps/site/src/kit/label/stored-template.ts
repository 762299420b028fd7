import type { Template } from '@yunbiao/label';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useApi } from '../site/site.tsx';

/** True when the element is or was in or near the viewport. */
const useHasBeenVisible = (place: RefObject<HTMLElement | null>): boolean => {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current || isSeen) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isSeen, place]);
  return isSeen;
};

/** Loads a stored template when `place` scrolls into view. */
export const useStoredTemplate = ({ id, version }: { id: string; version: number }) => {
  const api = useApi();
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useHasBeenVisible(place);
  const [template, setTemplate] = useState<Template | null>(null);
  useEffect(() => {
    if (!isSeen) return;
    const controller = new AbortController();
    void api.call('templateGet', { id }, { signal: controller.signal }).then((reply) => {
      if (!controller.signal.aborted && reply.state === 'ok') setTemplate(reply.data.content);
    });
    return () => controller.abort();
  }, [api, id, version, isSeen]);
  return { place, template };
};
