import { type Context, contentGeneration, hasDueArticles } from '@yunbiao/services';

/** A change made by another process is seen within this. */
const EVERY_MS = 1000;

/**
 * Tells of changed content: at once when this process changed it, within a second when another did, or when the hour
 * of an article has come. Returns how to stop.
 */
export const watchContent = async (
  ctx: Context,
  raise: (tags: readonly string[]) => void,
): Promise<() => void> => {
  const stopHearing = ctx.bus.on('content-changed', ({ tags }) => raise(tags));
  let known = await contentGeneration({ ctx });
  let looked = ctx.now();
  let busy = false;
  const poll = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const now = await contentGeneration({ ctx });
      const changed = [...now]
        .filter(([tag, generation]) => known.get(tag) !== generation)
        .map(([tag]) => tag);
      known = now;
      const since = looked;
      looked = ctx.now();
      if (await hasDueArticles({ ctx, since, until: looked })) changed.push('article');
      if (changed.length > 0) raise(changed);
    } catch (error) {
      ctx.log.warn('content generation could not be read', { error });
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void poll(), EVERY_MS);
  return () => {
    clearInterval(timer);
    stopHearing();
  };
};
