import { useEffect } from 'react';
import type { Designer } from '../designer.ts';

/** Message to other windows after a save. */
type Saved = { id: string; version: number };

const CHANNEL = 'design-saved';

export const notifyOtherWindows = (savedDesign: Saved): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(savedDesign);
  channel.close();
};

/** Records when another window saves the template that is open here. */
export const useOtherWindowSaves = (designer: Designer): void => {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Saved>) =>
      designer.file.set((file) =>
        file.source.id === data.id && file.source.own && data.version > file.source.version
          ? { ...file, newer: data.version }
          : file,
      );
    return () => channel.close();
  }, [designer]);
};
