import { GlyphDefs } from '@yunbiao/ui/label-paper.tsx';
import { memo, Suspense } from 'react';
import { Hero } from './home/hero.tsx';
import type { HomeData } from './home/home-data.ts';
import { LowerHome } from './home/lower-home.ts';

/** Kept as it is while its data is the same: what is not awake yet must not be asked to change. */
const Lower = memo(({ data }: { data: HomeData }) => (
  <Suspense>
    <LowerHome data={data} />
  </Suspense>
));
Lower.displayName = 'Lower';

export const SoftwareHomePage = ({ data }: { data: HomeData }) => (
  <main>
    <GlyphDefs {...data.glyphs} />
    <Hero software={data.software} files={data.downloads} label={data.hero} />
    <i id="fold" hidden />
    <Lower data={data} />
  </main>
);
