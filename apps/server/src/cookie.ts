/** The first cookie of that name, decoded; null when there is none, or it cannot be read. */
export const cookieValue = (header: string | undefined, name: string): string | null => {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
};
