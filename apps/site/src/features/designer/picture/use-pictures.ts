import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { IMAGE_TYPES } from '@yunbiao/contract/limits/image';
import { MAX_IMAGES } from '@yunbiao/contract/limits/template';
import { toast } from '@yunbiao/ui/toast.ts';
import { useMemo } from 'react';
import { type Designer, useDesigner } from '../designer.ts';
import type { Box } from '../model/box.ts';
import { addPicture, replacePicture } from '../model/pictures.ts';
import type { Packed } from './read-picture.ts';

/** A new picture is at most this large, and this share of the label, mm. */
const MAX_MM = 30;
const MAX_SHARE = 0.6;

type Point = { x: number; y: number };

const boxFor = (designer: Designer, { width, height }: Packed, at?: Point): Box => {
  const { template } = designer.doc();
  const most = {
    width: Math.min(MAX_MM, template.widthMm * MAX_SHARE),
    height: Math.min(MAX_MM, template.heightMm * MAX_SHARE),
  };
  const scale = Math.min(most.width / width, most.height / height);
  const [widthMm, heightMm] = [Math.max(1, width * scale), Math.max(1, height * scale)];
  const middle = at ?? { x: template.widthMm / 2, y: template.heightMm / 2 };
  return { xMm: middle.x - widthMm / 2, yMm: middle.y - heightMm / 2, widthMm, heightMm };
};

/** Reads a file, which is code of its own, fetched with the first one; says in words why it is none. */
const read = async (designer: Designer, file: Blob): Promise<Packed | null> => {
  const reader = await import('./read-picture.ts').catch(() => null);
  if (!reader) {
    toast.error(NETWORK_FAILED);
    return null;
  }
  const { readPicture, PictureRefused } = reader;
  try {
    const packed = await readPicture(file, designer.doc().template);
    if (packed.isSmaller) toast.success(`图片缩小到 ${packed.width} × ${packed.height} 点存进模板`);
    return packed;
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    toast.error(error.message);
    return null;
  }
};

const chosenFile = (): Promise<File | null> =>
  new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = [...IMAGE_TYPES, 'image/svg+xml'].join(',');
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });

const FULL = `放不下了：一个模板最多 ${MAX_IMAGES} 张图片`;

/** Pictures from files: new ones and others in the place of one. */
export const usePictures = () => {
  const designer = useDesigner();
  return useMemo(() => {
    const put = async (file: Blob, at?: Point): Promise<void> => {
      const packed = await read(designer, file);
      if (!packed) return;
      const before = designer.doc();
      designer.act('添加图片', addPicture(packed.png, boxFor(designer, packed, at)));
      if (designer.doc() === before) toast.error(FULL);
    };
    return {
      put,
      choose: async (): Promise<void> => {
        const file = await chosenFile();
        if (file) await put(file);
      },
      replace: async (id: string): Promise<void> => {
        const file = await chosenFile();
        const packed = file && (await read(designer, file));
        if (!packed) return;
        const before = designer.doc();
        designer.act('换图片', replacePicture(id, packed.png));
        if (designer.doc() === before) toast.error(FULL);
      },
    };
  }, [designer]);
};
