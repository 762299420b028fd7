const MAX = 100;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The first paragraph of an article as plain text, for its description. */
export const firstWords = (html: string): string => {
  const paragraph = /<p>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? '';
  const text = paragraph
    .replace(/<[^>]*>/g, '')
    .replace(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(text);
  return characters.length > MAX ? `${characters.slice(0, MAX - 1).join('')}…` : text;
};
