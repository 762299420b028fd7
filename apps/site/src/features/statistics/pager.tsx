import { Icon } from '@yunbiao/ui';
import { ChoiceLink } from '../../kit/page/choice-link.tsx';
import { listPagesAround } from './words.ts';

/** Page numbers with links; the page is stored in the URL. */
export const Pager = ({ page, pages }: { page: number; pages: number }) => {
  if (pages <= 1) return null;
  const buildPageSearch = (to: number) => (prev: Record<string, unknown>) => ({
    ...prev,
    page: to > 1 ? to : undefined,
  });
  return (
    <nav className="row" style={{ gap: 4 }} aria-label="分页">
      {page > 1 && (
        <ChoiceLink
          to="."
          search={buildPageSearch(page - 1)}
          current={false}
          aria-label="上一页"
          resetScroll={false}
        >
          <Icon name="left" />
        </ChoiceLink>
      )}
      {listPagesAround(page, pages).map((number, index) =>
        number === 0 ? (
          <span key={`gap${index}`}>…</span>
        ) : (
          <ChoiceLink
            key={number}
            to="."
            search={buildPageSearch(number)}
            resetScroll={false}
            aria-label={`第 ${number} 页`}
            current={number === page && 'page'}
          >
            {number}
          </ChoiceLink>
        ),
      )}
      {page < pages && (
        <ChoiceLink
          to="."
          search={buildPageSearch(page + 1)}
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
