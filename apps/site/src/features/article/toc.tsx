import { Icon } from '@yunbiao/ui/icon.tsx';
import css from './toc.module.css';
import { useCurrentSection } from './use-current-section.ts';

type Headings = readonly { id: string; text: string }[];

const HeadingLinks = ({
  headings,
  current,
}: {
  headings: Headings;
  current?: string | undefined;
}) =>
  headings.map(({ id, text }) => (
    <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
      {text}
    </a>
  ));

/** Table of contents next to the text on wide screens. */
export const Toc = ({ headings }: { headings: Headings }) => {
  const current = useCurrentSection(headings.map(({ id }) => id));
  return (
    <nav className={css.contents} aria-label="目录">
      <h2 className="section-title">目录</h2>
      <div>
        <HeadingLinks headings={headings} current={current} />
      </div>
    </nav>
  );
};

/** Collapsed table of contents above the text on narrow screens. */
export const FoldedToc = ({ headings }: { headings: Headings }) => (
  <details className={`plate ${css.folded}`}>
    <summary>
      目录，{headings.length} 节<Icon name="down" />
    </summary>
    <nav aria-label="目录">
      <HeadingLinks headings={headings} />
    </nav>
  </details>
);
