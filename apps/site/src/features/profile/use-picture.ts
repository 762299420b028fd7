import { useEffect, useRef, useState } from 'react';
import { useUploadImage } from '../../kit/upload/upload-image.ts';

/** `share`: share of the file already sent, 0–1. */
type Step = { step: 'idle' } | { step: 'sending'; share: number } | { step: 'failed'; msg: string };

export type UploadState = {
  onChange: (url: string) => void;
  onSending: (sending: boolean) => void;
};

/** Upload of an image, and the step it is at. */
export const usePictureUpload = (
  usage: 'avatar' | 'cover',
  { onChange, onSending }: UploadState,
) => {
  const upload = useUploadImage();
  const [state, setState] = useState<Step>({ step: 'idle' });
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const cancelUpload = (): void => {
    under.current?.abort();
    setState({ step: 'idle' });
    onSending(false);
  };
  const sendPicture = async (file: File): Promise<void> => {
    under.current?.abort();
    const controller = (under.current = new AbortController());
    const onProgress = (share: number): void => setState({ step: 'sending', share });
    onProgress(0);
    onSending(true);
    const result = await upload({ file, usage, onProgress, signal: controller.signal });
    if (controller.signal.aborted) return;
    onSending(false);
    setState(result.ok ? { step: 'idle' } : { step: 'failed', msg: result.msg });
    if (result.ok) onChange(result.url);
  };
  const showUploadError = (msg: string): void => setState({ step: 'failed', msg });
  const resetUpload = (): void => setState({ step: 'idle' });
  return {
    state,
    send: sendPicture,
    showError: showUploadError,
    cancel: cancelUpload,
    reset: resetUpload,
  };
};
