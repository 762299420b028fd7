import { encodeLatin1 } from '../../bytes.ts';
import type { PdfObjects } from './objects.ts';

/** Drawings shared by pages of a file (ISO 32000-1, 8.10); each is written once. */
export type UsedForms = {
  /**
   * Name of a drawing of `width` × `height` units in the page resources; writes it on first use.
   */
  getName: (content: string, size: { width: number; height: number }) => string;
  formatResources: () => string;
};

export function createPdfFormRegistry(objects: PdfObjects): UsedForms {
  const names = new Map<string, { name: string; id: number }>();
  return {
    getName(content, { width, height }) {
      const cachedForm = names.get(content);
      if (cachedForm !== undefined) return cachedForm.name;
      const form = { name: `X${names.size}`, id: objects.reserve() };
      names.set(content, form);
      const box = `/BBox[0 0 ${width} ${height}]`;
      objects.writeStream(form.id, encodeLatin1(content), `/Type/XObject/Subtype/Form${box}`);
      return form.name;
    },
    formatResources: () =>
      Array.from(names.values(), ({ name, id }) => `/${name} ${id} 0 R`).join(''),
  };
}
