import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { IMAGE_TYPES } from '@yunbiao/contract/limits/image';
import { MAX_IMAGES } from '@yunbiao/contract/limits/template';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useMemo } from 'react';
import { choosePicture, type ChosenPicture } from '../../../kit/picture/choose-picture.ts';
import { formatPictureValue } from '../../../kit/picture/picture-lookup.ts';
import { useSession } from '../../../kit/site/site.tsx';
import { type Designer, useDesigner } from '../designer.ts';
import type { Box } from '@yunbiao/designer/box';
import {
  addLibraryPicture,
  addPicture,
  replacePicture,
  setLibraryPicture,
} from '@yunbiao/designer/pictures';
import type { PackedPicture } from './read-picture.ts';

/** Maximum size of a new picture, mm, and its maximum share of the label. */
const MAX_MM = 30;
const MAX_SHARE = 0.6;

type Point = { x: number; y: number };

const computePictureBox = (
  designer: Designer,
  { width, height }: Pick<PackedPicture, 'width' | 'height'>,
  at?: Point,
): Box => {
  const { template } = designer.getDoc();
  const max = {
    width: Math.min(MAX_MM, template.widthMm * MAX_SHARE),
    height: Math.min(MAX_MM, template.heightMm * MAX_SHARE),
  };
  const scale = Math.min(max.width / width, max.height / height);
  const [widthMm, heightMm] = [Math.max(1, width * scale), Math.max(1, height * scale)];
  const middle = at ?? { x: template.widthMm / 2, y: template.heightMm / 2 };
  return { xMm: middle.x - widthMm / 2, yMm: middle.y - heightMm / 2, widthMm, heightMm };
};

/**
 * Reads a picture file; the reader is loaded on first use. Shows an error and returns null when it
 * cannot be used.
 */
const readPictureFile = async (designer: Designer, file: Blob): Promise<PackedPicture | null> => {
  const reader = await import('./read-picture.ts').catch(() => null);
  if (!reader) {
    toast.error(NETWORK_FAILED);
    return null;
  }
  const { readPicture, PictureRefused } = reader;
  try {
    const packedPicture = await readPicture(file, designer.getDoc().template);
    if (packedPicture.isSmaller)
      toast.success(`图片缩小到 ${packedPicture.width} × ${packedPicture.height} 点存进模板`);
    return packedPicture;
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    toast.error(error.message);
    return null;
  }
};

const pickFile = (): Promise<File | null> =>
  new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = [...IMAGE_TYPES, 'image/svg+xml'].join(',');
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });

/** Visitors have no library and get the chooser of files at once. */
const chooseSource = (isMember: boolean): Promise<ChosenPicture | null> =>
  isMember ? choosePicture({ hasFile: true }) : Promise.resolve({ file: 'own' });

const FULL = `放不下了：一个模板最多 ${MAX_IMAGES} 张图片`;

/** Adds pictures from files, or replaces existing ones. */
export const usePictureActions = () => {
  const designer = useDesigner();
  const isMember = useSession(({ userInfo }) => userInfo !== null);
  return useMemo(() => {
    const addPictureFromFile = async (file: Blob, at?: Point): Promise<void> => {
      const packedPicture = await readPictureFile(designer, file);
      if (!packedPicture) return;
      const before = designer.getDoc();
      designer.execute(
        '添加图片',
        addPicture(
          packedPicture.png,
          computePictureBox(designer, packedPicture, at),
          packedPicture.tone,
        ),
      );
      if (designer.getDoc() === before) toast.error(FULL);
    };
    return {
      put: addPictureFromFile,
      choose: async (): Promise<void> => {
        const chosen = await chooseSource(isMember);
        if (chosen && 'picture' in chosen) {
          const { picture } = chosen;
          const box = computePictureBox(designer, picture);
          const content = formatPictureValue(picture);
          designer.execute('添加图片', addLibraryPicture(content, box, picture.tone));
        }
        const file = chosen && 'file' in chosen && (await pickFile());
        if (file) await addPictureFromFile(file);
      },
      replace: async (id: string): Promise<void> => {
        const chosen = await chooseSource(isMember);
        if (chosen && 'picture' in chosen)
          designer.execute('更换图片', setLibraryPicture(id, formatPictureValue(chosen.picture)));
        const file = chosen && 'file' in chosen && (await pickFile());
        const packedPicture = file && (await readPictureFile(designer, file));
        if (!packedPicture) return;
        const before = designer.getDoc();
        designer.execute('更换图片', replacePicture(id, packedPicture.png));
        if (designer.getDoc() === before) toast.error(FULL);
      },
    };
  }, [designer, isMember]);
};
