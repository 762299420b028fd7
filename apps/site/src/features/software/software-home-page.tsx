import { memo, Suspense } from 'react';
import { BelowLater } from './home/below-later.ts';
import { Hero } from './home/hero.tsx';
import type { HomeData } from './home/home-data.ts';
import css from './software-home-page.module.css';

/** Kept as it is while its data is the same: what is not live yet must not be asked to change. */
const Rest = memo(({ data }: { data: HomeData }) => (
  <Suspense fallback={<div className={css.wait} />}>
    <BelowLater data={data} />
  </Suspense>
));
Rest.displayName = 'Rest';

export const SoftwareHomePage = ({ data }: { data: HomeData }) => (
  <main>
    <Hero
      software={data.software}
      files={data.downloads}
      sample={data.templates[0]}
      leads={data.leads}
    />
    <i id="fold" hidden />
    <Rest data={data} />
  </main>
);
