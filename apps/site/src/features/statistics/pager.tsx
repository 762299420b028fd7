import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui';
import { pagesAround } from './words.ts';

/** Numbered pages in the address. */
export const Pager = ({ page, pages }: { page: number; pages: number }) => {
  if (pages <= 1) return null;
  const search = (to: number) => (prev: Record<string, unknown>) => ({
    ...prev,
    page: to > 1 ? to : undefined,
  });
  return (
    <nav className="row" style={{ gap: 4 }} aria-label="分页">
      {page > 1 && (
        <Link to="." search={search(page - 1)} aria-label="上一页" resetScroll={false}>
          <Icon name="left" />
        </Link>
      )}
      {pagesAround(page, pages).map((one, index) =>
        one === 0 ? (
          <span key={`gap${index}`}>…</span>
        ) : (
          <Link
            key={one}
            to="."
            search={search(one)}
            resetScroll={false}
            aria-label={`第 ${one} 页`}
            {...(one === page ? { 'aria-current': 'page' as const } : {})}
          >
            {one}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to="." search={search(page + 1)} aria-label="下一页" resetScroll={false}>
          <Icon name="right" />
        </Link>
      )}
    </nav>
  );
};
