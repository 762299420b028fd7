import { useEffect, useState } from 'react';
import { useApi } from '../../../kit/site/site.tsx';

/** Typing pause before the preview is updated, ms. */
const REST_MS = 400;

export type Preview = { html: string; failure: string; loading: boolean };

const NONE: Preview = { html: '', failure: '', loading: false };

/** Preview rendered by the server. Requested only while the preview is visible. */
export const useMarkdownPreview = (content: string, isShown: boolean): Preview => {
  const api = useApi();
  const [preview, setPreview] = useState(NONE);
  const isEmpty = content.trim() === '';
  useEffect(() => {
    if (!isShown) return;
    if (isEmpty) return setPreview(NONE);
    const controller = new AbortController();
    setPreview((now) => ({ ...now, loading: true }));
    const fetchPreview = async (): Promise<void> => {
      const reply = await api.call('askPreview', { content }, { signal: controller.signal });
      if (controller.signal.aborted) return;
      setPreview((now) =>
        reply.state === 'ok'
          ? { html: reply.data.html, failure: '', loading: false }
          : { ...now, failure: reply.msg, loading: false },
      );
    };
    const timer = setTimeout(() => void fetchPreview(), REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, content, isShown, isEmpty]);
  return isEmpty ? NONE : preview;
};
