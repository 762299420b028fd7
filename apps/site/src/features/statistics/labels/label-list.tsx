import { Link } from '@tanstack/react-router';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useSoftwareAlias } from '../../../kit/site/site.tsx';
import type { LabelActions } from './label-actions.ts';
import { DetailTable } from './detail-table.tsx';
import { type DetailSearch, hasStatFilter } from '../search.ts';
import type { Details } from './use-details.ts';

const NoLabels = ({ search }: { search: DetailSearch }) => {
  const soft = useSoftwareAlias();
  const { batchNo } = search;
  return (
    <div className="empty">
      <h2>{hasStatFilter(search) ? '没有符合的标签' : '还没有标签'}</h2>
      <p className="medium quiet">
        {hasStatFilter(search)
          ? '换个条件，或者清除筛选再看看。'
          : '打印出第一张后，每一张都在这里有记录。'}
      </p>
      <div className="row">
        {hasStatFilter(search) ? (
          <Link
            className="button"
            to="/$soft/user/printStatDetail"
            params={{ soft }}
            search={batchNo ? { batchNo } : {}}
            replace
            resetScroll={false}
          >
            清除筛选
          </Link>
        ) : (
          <Link className="button primary" to="/$soft/user/print" params={{ soft }}>
            去打印
          </Link>
        )}
      </div>
    </div>
  );
};

/** The labels of a filter, or why there are none. */
export const LabelList = ({
  details,
  acts,
  search,
}: {
  details: Details;
  acts: LabelActions;
  search: DetailSearch;
}) => {
  if (details.data === null)
    return (
      <LoadError
        title="标签没有读到"
        reason={details.failure?.msg ?? ''}
        requestId={details.failure?.data?.requestId}
        onRetry={() => void details.reload()}
      />
    );
  if (details.data.list.length === 0) return <NoLabels search={search} />;
  return <DetailTable details={details} acts={acts} withBatch={!search.batchNo} />;
};
