import { MAX_IMAGES } from '@yunbiao/contract/limits/template';
import type { ImageElement, Template, TemplateImage } from '@yunbiao/label';
import { add } from './arrange.ts';
import type { Box } from './box.ts';
import { type Command, roomFor } from './doc.ts';
import { change } from './edit.ts';
import { withoutUnused } from './images.ts';

/** The template with a picture in it, and under which id: the one it has when it is there. Null when it holds too many. */
export const withPicture = (
  template: Template,
  png: string,
): { template: Template; id: string } | null => {
  const images = template.images ?? [];
  const same = images.find((image) => image.png === png);
  if (same) return { template, id: same.id };
  if (images.length >= MAX_IMAGES) return null;
  let n = 1;
  while (images.some(({ id }) => id === `p${n}`)) n += 1;
  const image: TemplateImage = { id: `p${n}`, png };
  return { template: { ...template, images: [...images, image] }, id: image.id };
};

/** A new picture in front of everything. Nothing when the label or its pictures are full. */
export const addPicture =
  (png: string, box: Box): Command =>
  (doc) => {
    const held = withPicture(withoutUnused(doc.template), png);
    if (!held || roomFor(doc.template) < 1) return doc;
    const element: ImageElement = {
      type: 'image',
      id: '',
      ...box,
      rotation: 0,
      image: held.id,
      fit: 'contain',
      dither: 'floyd-steinberg',
    };
    return add([element])({ ...doc, template: held.template });
  };

/** Another picture in the place of one. */
export const replacePicture =
  (id: string, png: string): Command =>
  (doc) => {
    const others = doc.template.elements.filter((element) => element.id !== id);
    // Its own may be in the way of the limit, and nobody else show it.
    const { images: kept } = withoutUnused({ ...doc.template, elements: others });
    const { images: _, ...rest } = doc.template;
    const held = withPicture(kept ? { ...rest, images: kept } : rest, png);
    if (!held) return doc;
    return change([id], { image: held.id })({ ...doc, template: held.template });
  };
