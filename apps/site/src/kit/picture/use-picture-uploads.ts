import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { useRef, useState } from 'react';
import { refreshLibraryPictures } from '../label/engine/engine.ts';
import { useSite, useSoftwareAlias } from '../site/site.tsx';
import type { LibraryPicture } from './load-pictures.ts';
import { uploadPicture } from './upload-picture.ts';

export type PictureUpload = {
  id: number;
  file: File;
  /** Uploaded share, 0–1; the server still converts the picture after 1. */
  share: number;
  /** Why it failed; '' while it runs. */
  msg: string;
};

/** Names in a question about many files. */
const MAX_NAMES = 5;

const confirmReplacement = (names: readonly string[]): Promise<boolean> =>
  showConfirmDialog({
    message:
      names.length === 1
        ? `图片库里已经有“${names[0] ?? ''}”，替换它？`
        : `${names.length} 张图片在图片库里有同名的，替换它们？`,
    detail: `${names.slice(0, MAX_NAMES).join('、')}${names.length > MAX_NAMES ? ' 等' : ''}。用到它们的模板以后打印新的图片，已经提交的标签不变。`,
    confirmText: '替换',
    cancelText: '保留原来的',
  });

type Outcome = { stored: LibraryPicture[]; taken: File[] };

/** The list of uploads, and a function that adds files to it and sends them. */
const useUploadList = () => {
  const site = useSite();
  const alias = useSoftwareAlias();
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([]);
  const lastId = useRef(0);
  const patchUpload = (id: number, change: Partial<PictureUpload>): void =>
    setUploads((now) =>
      now.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
    );
  const dismissUpload = (id: number): void =>
    setUploads((now) => now.filter((upload) => upload.id !== id));
  const send = async (
    files: readonly File[],
    place: { folder: string; replace: boolean },
  ): Promise<Outcome> => {
    const added = files.map((file): PictureUpload => {
      lastId.current += 1;
      return { id: lastId.current, file, share: 0, msg: '' };
    });
    setUploads((now) => [...now, ...added]);
    const outcome: Outcome = { stored: [], taken: [] };
    const sendUpload = async ({ id, file }: PictureUpload): Promise<void> => {
      const result = await uploadPicture({ site, alias }, { file, ...place }, (share) =>
        patchUpload(id, { share }),
      );
      if (result.ok) outcome.stored.push(result.picture);
      else if (result.isTaken) outcome.taken.push(file);
      if (result.ok || result.isTaken) dismissUpload(id);
      else patchUpload(id, { msg: result.msg });
    };
    await Promise.all(added.map(sendUpload));
    return outcome;
  };
  return { uploads, send, dismiss: dismissUpload };
};

/**
 * Uploads of the page, one list for all of them. Files whose names are taken are asked about once,
 * when the others are done. Failed ones stay listed until dismissed.
 */
export const usePictureUploads = (onStored: () => Promise<void> | void) => {
  const { uploads, send, dismiss } = useUploadList();
  const addUploads = async (files: readonly File[], folder: string): Promise<LibraryPicture[]> => {
    const { stored, taken } = await send(files, { folder, replace: false });
    if (stored.length > 0) {
      refreshLibraryPictures();
      await onStored();
    }
    const names = taken.map(({ name }) => name);
    if (names.length === 0 || !(await confirmReplacement(names))) return stored;
    const replaced = await send(taken, { folder, replace: true });
    refreshLibraryPictures();
    await onStored();
    return [...stored, ...replaced.stored];
  };
  return { uploads, add: addUploads, dismiss };
};
