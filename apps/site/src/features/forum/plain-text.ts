const TAGS = /<[^<>]*>/g;
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Text of sanitized HTML, for search engines, with at most `max` characters. */
export const convertHtmlToPlainText = (html: string, max: number): string => {
  const text = html
    .replaceAll(TAGS, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > max ? `${[...text].slice(0, max - 1).join('')}…` : text;
};
