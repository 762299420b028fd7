import type { Template } from '@yunbiao/label';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useApi } from '../site/site.tsx';

/** Whether the place has been in view, or nearly. */
const useSeen = (place: RefObject<HTMLElement | null>): boolean => {
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

/** A stored template, whose content is read once its `place` comes into view. */
export const useStoredTemplate = ({ id, version }: { id: string; version: number }) => {
  const api = useApi();
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(place);
  const [template, setTemplate] = useState<Template | null>(null);
  useEffect(() => {
    if (!isSeen) return;
    const asked = new AbortController();
    void api.call('templateGet', { id }, { signal: asked.signal }).then((reply) => {
      if (!asked.signal.aborted && reply.state === 'ok') setTemplate(reply.data.content);
    });
    return () => asked.abort();
  }, [api, id, version, isSeen]);
  return { place, template };
};
