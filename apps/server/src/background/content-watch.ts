import {
  type Context,
  loadContentGenerations,
  hasArticlePublishedBetween,
} from '@yunbiao/services';

/** Polling interval for changes by other processes, ms. */
const POLL_MS = 1000;

/**
 * Reports changed content: immediately for changes of this process, within a second for changes of
 * another process or when the publication time of an article arrives. Returns a function that stops
 * watching.
 */
export const watchContentChanges = async (
  ctx: Context,
  onChange: (tags: readonly string[]) => void,
): Promise<() => void> => {
  const unsubscribe = ctx.bus.on('content-changed', ({ tags }) => onChange(tags));
  let generations = await loadContentGenerations({ ctx });
  let lastPollAt = ctx.now();
  let busy = false;
  const pollContentChanges = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const currentGenerations = await loadContentGenerations({ ctx });
      const changedTags = [...currentGenerations]
        .filter(([tag, generation]) => generations.get(tag) !== generation)
        .map(([tag]) => tag);
      generations = currentGenerations;
      const since = lastPollAt;
      lastPollAt = ctx.now();
      if (await hasArticlePublishedBetween({ ctx, since, until: lastPollAt }))
        changedTags.push('article');
      if (changedTags.length > 0) onChange(changedTags);
    } catch (error) {
      ctx.log.warn('content generation could not be read', { error });
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void pollContentChanges(), POLL_MS);
  const unsubscribeLosses = ctx.bus.on('events-lost', () => void pollContentChanges());
  return () => {
    clearInterval(timer);
    unsubscribe();
    unsubscribeLosses();
  };
};
