import { latin1 } from '../../bytes.ts';
import type { PdfObjects } from './objects.ts';

/** Drawings that pages of a file share (ISO 32000-1, 8.10): each is in it once. */
export type UsedForms = {
  /** What the resources of the pages call this drawing, `width` × `height` units; written when it is first met. */
  getName: (drawn: string, size: { width: number; height: number }) => string;
  /** The resources. */
  entries: () => string;
};

export function createUsedForms(objects: PdfObjects): UsedForms {
  const names = new Map<string, { name: string; id: number }>();
  return {
    getName(drawn, { width, height }) {
      const known = names.get(drawn);
      if (known !== undefined) return known.name;
      const form = { name: `X${names.size}`, id: objects.reserve() };
      names.set(drawn, form);
      const box = `/BBox[0 0 ${width} ${height}]`;
      objects.stream(form.id, latin1(drawn), `/Type/XObject/Subtype/Form${box}`);
      return form.name;
    },
    entries: () => Array.from(names.values(), ({ name, id }) => `/${name} ${id} 0 R`).join(''),
  };
}
