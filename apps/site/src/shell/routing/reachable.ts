/** Whether the site's server answers, from here and now. */
export const isReachable = async (): Promise<boolean> => {
  try {
    const reply = await fetch('/healthz', { cache: 'no-store', credentials: 'omit' });
    return reply.ok;
  } catch {
    return false;
  }
};
