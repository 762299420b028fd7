import type { Template } from '@yunbiao/label';

/** Removes pictures that no element uses. Hidden elements count as uses. */
export const removeUnusedImages = (template: Template): Template => {
  const { images, ...rest } = template;
  if (!images) return template;
  const usedImageIds = new Set(
    template.elements.flatMap((element) => (element.type === 'image' ? [element.image] : [])),
  );
  const usedImages = images.filter(({ id }) => usedImageIds.has(id));
  if (usedImages.length === images.length) return template;
  return usedImages.length > 0 ? { ...rest, images: usedImages } : rest;
};
