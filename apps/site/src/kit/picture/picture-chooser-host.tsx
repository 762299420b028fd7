import { useStore } from '@yunbiao/ui/store.ts';
import { lazy, Suspense } from 'react';
import { pictureQuestion } from './choose-picture.ts';

const PictureChooser = lazy(async () => ({
  default: (await import('./picture-chooser.tsx')).PictureChooser,
}));

/** Shows the library while a picture is to be chosen. It is loaded then. */
export const PictureChooserHost = () => {
  const question = useStore(pictureQuestion);
  return (
    question && (
      <Suspense>
        <PictureChooser {...question} />
      </Suspense>
    )
  );
};
