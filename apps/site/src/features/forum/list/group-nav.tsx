import { formatCount } from '@yunbiao/ui/format.ts';
import { ChoiceLink } from '../../../kit/page/choice-link.tsx';
import type { QaData } from '../load-list.ts';
import css from './qa.module.css';

/** Categories with their counts; the current one is marked. */
export const GroupNav = ({ alias, data }: { alias: string; data: QaData }) => {
  const sort = data.sort === 'latest' ? {} : { sort: data.sort };
  return (
    <nav className={css.groups} aria-labelledby="qa-groups">
      <h2 className="section-title" id="qa-groups">
        分类
      </h2>
      <ul>
        <li>
          <ChoiceLink
            to="/$soft/qa"
            params={{ soft: alias }}
            search={sort}
            current={data.group === null}
          >
            全部<small>{formatCount(data.index.posts)}</small>
          </ChoiceLink>
        </li>
        {data.index.groups.map((group) => (
          <li key={group.id}>
            <ChoiceLink
              to="/$soft/qa"
              params={{ soft: alias }}
              search={{ ...sort, gid: group.id }}
              current={data.group?.id === group.id}
              title={group.description || undefined}
            >
              {group.name}
              <small>{formatCount(group.postCount)}</small>
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
};
