import { isElementHidden } from '../groups.ts';
import {
  fillPlaceholders,
  findSolePlaceholderName,
  listPlaceholderNames,
} from '../placeholders.ts';
import type { ImageElement, LabelData, Template } from '../template.ts';

/** A picture whose content names one of the member's library. */
export type LibraryImageElement = ImageElement & { content: string };

/** Elements with pictures of the member's library that are not hidden. */
export function listLibraryImages(
  template: Pick<Template, 'elements' | 'groups'>,
): LibraryImageElement[] {
  return template.elements.filter(
    (element): element is LibraryImageElement =>
      element.type === 'image' &&
      element.content !== undefined &&
      !isElementHidden(template, element),
  );
}

/** Name of the library's picture on a label with this data, results of formulas included. */
export function getPictureName({ content }: LibraryImageElement, data: LabelData): string {
  return fillPlaceholders(content, data).text.trim();
}

/** Names that do not depend on the row. */
export function listConstantPictureNames(
  template: Pick<Template, 'elements' | 'groups'>,
): string[] {
  return listLibraryImages(template).flatMap((element) =>
    listPlaceholderNames(element.content).length === 0 ? getPictureName(element, {}) : [],
  );
}

/** Fields whose values name pictures: the whole content of an element is the field. */
export function listPictureFields(template: Pick<Template, 'elements' | 'groups'>): Set<string> {
  return new Set(
    listLibraryImages(template).flatMap(({ content }) => findSolePlaceholderName(content) ?? []),
  );
}
