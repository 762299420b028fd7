import { Icon } from '@yunbiao/ui/icon.tsx';
import { ChoiceLink } from '../../kit/page/choice-link.tsx';
import { buildSearchAddress, type SearchQuery, listPagesAround } from './address.ts';

/** Page links, with a hint about keyboard navigation. */
export const Pager = ({
  alias,
  asked,
  pages,
}: {
  alias: string;
  asked: SearchQuery;
  pages: number;
}) => {
  const { page } = asked;
  const buildLink = (to: number) => ({
    to: '/$soft/search' as const,
    params: { soft: alias },
    search: buildSearchAddress(asked, { page: to }),
    activeProps: {},
  });
  return (
    <nav className="pager" aria-label="分页">
      {pages > 1 && page > 1 && (
        <ChoiceLink {...buildLink(page - 1)} current={false} aria-label="上一页" rel="prev">
          <Icon name="left" />
        </ChoiceLink>
      )}
      {pages > 1 &&
        listPagesAround(page, pages).map((number, index) =>
          number === 0 ? (
            <span key={`gap ${index < 2 ? 'before' : 'after'}`}>…</span>
          ) : (
            <ChoiceLink
              key={number}
              {...buildLink(number)}
              aria-label={`第 ${number} 页`}
              current={number === page && 'page'}
            >
              {number}
            </ChoiceLink>
          ),
        )}
      {page < pages && (
        <ChoiceLink {...buildLink(page + 1)} current={false} aria-label="下一页" rel="next">
          <Icon name="right" />
        </ChoiceLink>
      )}
      <span className="push-end small faint hide">
        <kbd>↑</kbd> <kbd>↓</kbd> 选，<kbd>Enter</kbd> 打开
      </span>
    </nav>
  );
};
