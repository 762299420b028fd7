import { useStore } from '@yunbiao/ui/store.ts';
import { lazy, Suspense, useEffect } from 'react';
import { setPictureLookup } from '../label/engine/engine.ts';
import { useApi, useSession } from '../site/site.tsx';
import { pictureQuestion } from './choose-picture.ts';
import { createPictureLookup } from './picture-lookup.ts';

const PictureChooser = lazy(async () => ({
  default: (await import('./picture-chooser.tsx')).PictureChooser,
}));

/** Labels on the page show pictures of the signed-in member's library. */
const useLibraryPictures = (): void => {
  const api = useApi();
  const isMember = useSession(({ userInfo }) => userInfo !== null);
  useEffect(() => {
    setPictureLookup(isMember ? createPictureLookup(api) : null);
    return () => setPictureLookup(null);
  }, [api, isMember]);
};

/** Shows the library while a picture is to be chosen. It is loaded then. */
export const PictureChooserHost = () => {
  useLibraryPictures();
  const question = useStore(pictureQuestion);
  return (
    question && (
      <Suspense>
        <PictureChooser {...question} />
      </Suspense>
    )
  );
};
