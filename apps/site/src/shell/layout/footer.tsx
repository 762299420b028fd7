import { lazyRouteComponent } from '@tanstack/react-router';
import { memo, type ReactNode, Suspense } from 'react';
import type { FooterProps } from './footer-content.tsx';

type FooterPart = { LayoutFooter: (props: FooterProps) => ReactNode };

/**
 * Creates the import of a component that is not loaded: without its file, the footer of the server
 * stays as it is, plain links.
 */
const createNeverSettlingPromise = (): Promise<never> => new Promise(() => undefined);

/** A separate chunk, because the footer is below the first screen. */
export const FooterContent = lazyRouteComponent(
  // A chunk that fails resolves to nothing when the error was handled elsewhere.
  () =>
    import('./footer-content.tsx').then(
      (part: FooterPart | undefined) => part ?? createNeverSettlingPromise(),
      createNeverSettlingPromise,
    ),
  'LayoutFooter',
);

/** Memoized, because changing content that is not yet hydrated would force a client render. */
export const Footer = memo((props: FooterProps) => (
  <Suspense>
    <FooterContent {...props} />
  </Suspense>
));
Footer.displayName = 'Footer';
