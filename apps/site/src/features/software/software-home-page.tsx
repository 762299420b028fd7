import { GlyphDefs } from '@yunbiao/ui/label/label-paper.tsx';
import { memo, Suspense } from 'react';
import { Hero } from './home/hero.tsx';
import type { HomeData } from './home/home-data.ts';
import { LowerHome } from './home/lower-home.ts';

/** Memoized, because changing content that is not yet hydrated would force a client render. */
const LowerContent = memo(({ data }: { data: HomeData }) => (
  <Suspense>
    <LowerHome data={data} />
  </Suspense>
));
LowerContent.displayName = 'Lower';

export const SoftwareHomePage = ({ data }: { data: HomeData }) => (
  <main>
    <GlyphDefs {...data.glyphs} />
    <Hero software={data.software} files={data.downloads} label={data.hero} />
    <i id="fold" hidden />
    <LowerContent data={data} />
  </main>
);
