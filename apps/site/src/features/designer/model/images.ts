import type { Template } from '@yunbiao/label';

/** The template without pictures that none of its elements shows, hidden ones included. */
export const withoutUnused = (template: Template): Template => {
  const { images, ...rest } = template;
  if (!images) return template;
  const used = new Set(
    template.elements.flatMap((element) => (element.type === 'image' ? [element.image] : [])),
  );
  const kept = images.filter(({ id }) => used.has(id));
  if (kept.length === images.length) return template;
  return kept.length > 0 ? { ...rest, images: kept } : rest;
};
