import { Icon } from '@yunbiao/ui/icon.tsx';
import { useEffect, useState } from 'react';
import css from './toc.module.css';

type Headings = readonly { id: string; text: string }[];

/** Where a heading counts as reached, px from the top of the window. */
const LINE = 96;

/** The chapter being read. */
const useCurrent = (headings: Headings): string | undefined => {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const reached = headings.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= LINE,
      );
      setCurrent(reached.at(-1)?.id);
    };
    const soon = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    soon();
    addEventListener('scroll', soon, { passive: true });
    return () => {
      removeEventListener('scroll', soon);
      cancelAnimationFrame(frame);
    };
  }, [headings]);
  return current;
};

const Links = ({ headings, current }: { headings: Headings; current?: string | undefined }) =>
  headings.map(({ id, text }) => (
    <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
      {text}
    </a>
  ));

/** Beside the text, where there is room. */
export const Toc = ({ headings }: { headings: Headings }) => {
  const current = useCurrent(headings);
  return (
    <nav className={css.toc} aria-label="目录">
      <h2 className="h2">目录</h2>
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
