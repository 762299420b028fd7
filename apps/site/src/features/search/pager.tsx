import { Icon } from '@yunbiao/ui/icon.tsx';
import { ChoiceLink } from '../../kit/page/choice-link.tsx';
import { getAddress, type Asked, pagesAround } from './address.ts';

/** Numbered pages, each with an address, and how to go through the results without a mouse. */
export const Pager = ({ alias, asked, pages }: { alias: string; asked: Asked; pages: number }) => {
  const { page } = asked;
  const at = (to: number) => ({
    to: '/$soft/search' as const,
    params: { soft: alias },
    search: getAddress(asked, { page: to }),
    activeProps: {},
  });
  return (
    <nav className="pager" aria-label="分页">
      {pages > 1 && page > 1 && (
        <ChoiceLink {...at(page - 1)} current={false} aria-label="上一页" rel="prev">
          <Icon name="left" />
        </ChoiceLink>
      )}
      {pages > 1 &&
        pagesAround(page, pages).map((one, index) =>
          one === 0 ? (
            <span key={`gap ${index < 2 ? 'before' : 'after'}`}>…</span>
          ) : (
            <ChoiceLink
              key={one}
              {...at(one)}
              aria-label={`第 ${one} 页`}
              current={one === page && 'page'}
            >
              {one}
            </ChoiceLink>
          ),
        )}
      {page < pages && (
        <ChoiceLink {...at(page + 1)} current={false} aria-label="下一页" rel="next">
          <Icon name="right" />
        </ChoiceLink>
      )}
      <span className="push-end small faint hide">
        <kbd>↑</kbd> <kbd>↓</kbd> 选，<kbd>Enter</kbd> 打开
      </span>
    </nav>
  );
};
