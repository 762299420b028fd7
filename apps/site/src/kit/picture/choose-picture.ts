import { createStore } from '@yunbiao/ui/store.ts';
import type { LibraryPicture } from './load-pictures.ts';

/** A picture of the library, or a file that is to be in the template alone. */
export type ChosenPicture = { picture: LibraryPicture } | { file: 'own' };

export type PictureQuestion = {
  /** Offers a file of this computer beside the library. */
  hasFile: boolean;
  answer: (chosen: ChosenPicture | null) => void;
};

/** The open question; the page's `PictureChooserHost` shows it. */
export const pictureQuestion = createStore<PictureQuestion | null>(null);

/** Opens the library to choose a picture. Resolves to null when it is closed. */
export const choosePicture = ({ hasFile = false } = {}): Promise<ChosenPicture | null> =>
  new Promise((resolve) => {
    pictureQuestion.get()?.answer(null);
    pictureQuestion.set({
      hasFile,
      answer: (chosen) => {
        pictureQuestion.set(null);
        resolve(chosen);
      },
    });
  });
