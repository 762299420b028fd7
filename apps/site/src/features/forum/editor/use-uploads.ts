import { useCallback, useEffect, useRef, useState } from 'react';
import { findRefusal, useUploadImage } from '../../../kit/upload/upload-image.ts';
import { getAlt, uploadToken } from './edit-text.ts';

export type Upload = {
  id: number;
  file: File;
  /** Share sent, 0–1. */
  share: number;
  /** Epoch ms of the start. */
  since: number;
  /** Why it failed; '' while it is under way. */
  msg: string;
  /** Trying again may help. */
  canRetry: boolean;
};

type Places = {
  /** Keeps a place at the caret. */
  insert: (token: string) => void;
  /** Puts something into the place; '' gives it up. */
  replace: (token: string, text: string) => void;
};

let lastId = 0;

/** Pictures on their way into a text: each keeps a place at the caret until its address is known. */
export const useUploads = ({ insert, replace }: Places) => {
  const send = useUploadImage();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);
  const patch = useCallback((id: number, part: Partial<Upload>): void => {
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...part } : one)));
  }, []);
  const drop = useCallback((id: number): void => {
    setUploads((now) => now.filter((one) => one.id !== id));
  }, []);

  const start = useCallback(
    async (file: File): Promise<void> => {
      const id = ++lastId;
      const refusal = findRefusal(file);
      const row = { id, file, share: 0, since: Date.now(), msg: refusal, canRetry: false };
      setUploads((now) => [...now, row]);
      if (refusal) return;
      const controller = new AbortController();
      running.current.set(id, controller);
      const alt = getAlt(file.name);
      const token = uploadToken(alt, id);
      insert(token);
      const result = await send({
        file,
        usage: 'post',
        signal: controller.signal,
        onProgress: (share) => patch(id, { share }),
      });
      running.current.delete(id);
      if (result.ok) {
        replace(token, `![${alt}](${result.url})`);
        return drop(id);
      }
      replace(token, '');
      if (controller.signal.aborted) drop(id);
      else patch(id, { msg: result.msg, canRetry: true });
    },
    [send, insert, replace, patch, drop],
  );

  return {
    uploads,
    /** Pictures still on their way. */
    sending: uploads.filter(({ msg }) => msg === '').length,
    add: (files: Iterable<File>): void => {
      for (const file of files) void start(file);
    },
    cancel: (id: number): void => running.current.get(id)?.abort(),
    remove: drop,
    retry: (upload: Upload): void => {
      drop(upload.id);
      void start(upload.file);
    },
  };
};
