import { MAX_IMAGES } from '@yunbiao/contract/limits/template';
import type { ImageElement, PictureTone, Template, TemplateImage } from '@yunbiao/label';
import { addElements } from './arrange.ts';
import type { Box } from './box.ts';
import { type Command, countRemainingElements } from './doc.ts';
import { changeElements } from './edit.ts';
import { removeUnusedImages } from './unused-images.ts';

/**
 * Adds a picture to the template, or finds the id of an identical one. Returns null when the
 * template has too many pictures.
 */
export const insertPicture = (
  template: Template,
  png: string,
): { template: Template; id: string } | null => {
  const images = template.images ?? [];
  const sameImage = images.find((image) => image.png === png);
  if (sameImage) return { template, id: sameImage.id };
  if (images.length >= MAX_IMAGES) return null;
  let n = 1;
  while (images.some(({ id }) => id === `p${n}`)) n += 1;
  const image: TemplateImage = { id: `p${n}`, png };
  return { template: { ...template, images: [...images, image] }, id: image.id };
};

/** How a picture of each tone becomes black and white at first. */
export const DITHER_BY_TONE = { line: 'threshold', photo: 'floyd-steinberg' } as const;

/** Adds a picture in front of all elements. Does nothing when a limit is reached. */
export const addPicture =
  (png: string, box: Box, tone: PictureTone = 'photo'): Command =>
  (doc) => {
    const inserted = insertPicture(removeUnusedImages(doc.template), png);
    if (!inserted || countRemainingElements(doc.template) < 1) return doc;
    const element: ImageElement = {
      type: 'image',
      id: '',
      ...box,
      rotation: 0,
      image: inserted.id,
      fit: 'contain',
      dither: DITHER_BY_TONE[tone],
    };
    return addElements([element])({ ...doc, template: inserted.template });
  };

/** Id of elements whose picture comes from the library: no picture of the template has it. */
const LIBRARY_IMAGE = 'library';

/** Adds an element that shows a picture of the library. `content` names it. */
export const addLibraryPicture =
  (content: string, box: Box, tone: PictureTone): Command =>
  (doc) => {
    if (countRemainingElements(doc.template) < 1) return doc;
    const element: ImageElement = {
      type: 'image',
      id: '',
      ...box,
      rotation: 0,
      image: LIBRARY_IMAGE,
      content,
      fit: 'contain',
      dither: DITHER_BY_TONE[tone],
    };
    return addElements([element])(doc);
  };

/** Shows a picture of the library in an element. */
export const setLibraryPicture = (id: string, content: string): Command =>
  changeElements([id], { image: LIBRARY_IMAGE, content });

/** Replaces the picture of an element. */
export const replacePicture =
  (id: string, png: string): Command =>
  (doc) => {
    const otherElements = doc.template.elements.filter((element) => element.id !== id);
    // The old picture could count towards the limit although no other element uses it: remove it
    // first.
    const { images } = removeUnusedImages({ ...doc.template, elements: otherElements });
    const { images: _, ...rest } = doc.template;
    const inserted = insertPicture(images ? { ...rest, images } : rest, png);
    if (!inserted) return doc;
    return changeElements([id], { image: inserted.id, content: undefined })({
      ...doc,
      template: inserted.template,
    });
  };
