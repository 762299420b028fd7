import { Icon } from '@yunbiao/ui/icon.tsx';
import css from './toc.module.css';
import { useReading } from './use-reading.ts';

type Headings = readonly { id: string; text: string }[];

const Links = ({ headings, current }: { headings: Headings; current?: string | undefined }) =>
  headings.map(({ id, text }) => (
    <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
      {text}
    </a>
  ));

/** Beside the text, where there is room. */
export const Toc = ({ headings }: { headings: Headings }) => {
  const current = useReading(headings.map(({ id }) => id));
  return (
    <nav className={css.contents} aria-label="目录">
      <h2 className="section-title">目录</h2>
      <div>
        <Links headings={headings} current={current} />
      </div>
    </nav>
  );
};

/** Above the text, closed, where there is none. */
export const FoldedToc = ({ headings }: { headings: Headings }) => (
  <details className={`plate ${css.folded}`}>
    <summary>
      目录，{headings.length} 节<Icon name="down" />
    </summary>
    <nav aria-label="目录">
      <Links headings={headings} />
    </nav>
  </details>
);
