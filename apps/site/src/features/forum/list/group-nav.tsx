import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import type { QaData } from '../load-list.ts';
import css from './qa.module.css';

const current = (on: boolean) => (on ? ('true' as const) : undefined);

/** The categories with their numbers; the one in view carries the needle. */
export const GroupNav = ({ alias, data }: { alias: string; data: QaData }) => {
  const sort = data.sort === 'latest' ? {} : { sort: data.sort };
  return (
    <nav className={css.groups} aria-labelledby="qa-groups">
      <h2 className="h2" id="qa-groups">
        分类
      </h2>
      <ul>
        <li>
          <Link
            to="/$soft/qa"
            params={{ soft: alias }}
            search={sort}
            activeProps={{}}
            aria-current={current(data.group === null)}
          >
            全部<small>{formatCount(data.index.posts)}</small>
          </Link>
        </li>
        {data.index.groups.map((group) => (
          <li key={group.id}>
            <Link
              to="/$soft/qa"
              params={{ soft: alias }}
              search={{ ...sort, gid: group.id }}
              activeProps={{}}
              aria-current={current(data.group?.id === group.id)}
              title={group.description || undefined}
            >
              {group.name}
              <small>{formatCount(group.postCount)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
