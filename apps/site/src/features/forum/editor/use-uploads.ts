import { useCallback, useEffect, useRef, useState } from 'react';
import { checkImageFile, useUploadImage } from '../../../kit/upload/upload-image.ts';
import { toAltText, formatUploadPlaceholder } from './edit-text.ts';

export type Upload = {
  id: number;
  file: File;
  /** Share of the file already sent, 0–1. */
  share: number;
  /** Start time, epoch ms. */
  since: number;
  /** Reason of the failure; '' while the upload is pending. */
  msg: string;
  /** A retry may succeed. */
  canRetry: boolean;
};

type Placeholders = {
  /** Inserts a placeholder at the caret. */
  insert: (token: string) => void;
  /** Replaces the placeholder with text; '' removes it. */
  replace: (token: string, text: string) => void;
};

let lastId = 0;

const useUploadList = () => {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const addUpload = useCallback((upload: Upload): void => {
    setUploads((now) => [...now, upload]);
  }, []);
  const patchUpload = useCallback((id: number, part: Partial<Upload>): void => {
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  }, []);
  const removeUpload = useCallback((id: number): void => {
    setUploads((now) => now.filter((upload) => upload.id !== id));
  }, []);
  return { uploads, addUpload, patchUpload, removeUpload };
};

/** Controllers of the running uploads by id. Leaving the page aborts them. */
const useRunningUploads = () => {
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const runningUploads = running.current;
    return () => {
      for (const controller of runningUploads.values()) controller.abort();
    };
  }, []);
  return running;
};

/**
 * Uploads pictures into a text. Each inserts a placeholder at the caret, which is replaced when the
 * URL is known.
 */
export const useUploads = ({ insert, replace }: Placeholders) => {
  const send = useUploadImage();
  const { uploads, addUpload, patchUpload, removeUpload } = useUploadList();
  const running = useRunningUploads();

  const startUpload = useCallback(
    async (file: File): Promise<void> => {
      const id = ++lastId;
      const refusal = checkImageFile(file);
      const row = { id, file, share: 0, since: Date.now(), msg: refusal, canRetry: false };
      addUpload(row);
      if (refusal) return;
      const controller = new AbortController();
      running.current.set(id, controller);
      const alt = toAltText(file.name);
      const token = formatUploadPlaceholder(alt, id);
      insert(token);
      const result = await send({
        file,
        usage: 'post',
        signal: controller.signal,
        onProgress: (share) => patchUpload(id, { share }),
      });
      running.current.delete(id);
      if (result.ok) {
        replace(token, `![${alt}](${result.url})`);
        return removeUpload(id);
      }
      replace(token, '');
      if (controller.signal.aborted) removeUpload(id);
      else patchUpload(id, { msg: result.msg, canRetry: true });
    },
    [send, insert, replace, running, addUpload, patchUpload, removeUpload],
  );

  return {
    uploads,
    /** Number of pending uploads. */
    sending: uploads.filter(({ msg }) => msg === '').length,
    add: (files: Iterable<File>): void => {
      for (const file of files) void startUpload(file);
    },
    cancel: (id: number): void => running.current.get(id)?.abort(),
    remove: removeUpload,
    retry: (upload: Upload): void => {
      removeUpload(upload.id);
      void startUpload(upload.file);
    },
  };
};
