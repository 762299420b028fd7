import { Icon } from '@yunbiao/ui';
import { ChoiceLink } from '../../kit/page/choice-link.tsx';
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
        <ChoiceLink
          to="."
          search={search(page - 1)}
          current={false}
          aria-label="上一页"
          resetScroll={false}
        >
          <Icon name="left" />
        </ChoiceLink>
      )}
      {pagesAround(page, pages).map((one, index) =>
        one === 0 ? (
          <span key={`gap${index}`}>…</span>
        ) : (
          <ChoiceLink
            key={one}
            to="."
            search={search(one)}
            resetScroll={false}
            aria-label={`第 ${one} 页`}
            current={one === page && 'page'}
          >
            {one}
          </ChoiceLink>
        ),
      )}
      {page < pages && (
        <ChoiceLink
          to="."
          search={search(page + 1)}
          current={false}
          aria-label="下一页"
          resetScroll={false}
        >
          <Icon name="right" />
        </ChoiceLink>
      )}
    </nav>
  );
};
