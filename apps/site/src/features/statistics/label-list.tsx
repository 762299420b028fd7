import { Link } from '@tanstack/react-router';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useAlias } from '../../kit/site/site.tsx';
import type { Acts } from './acts.ts';
import { DetailTable } from './detail-table.tsx';
import { type DetailSearch, isFiltered } from './search.ts';
import type { Details } from './use-details.ts';

const Nothing = ({ search }: { search: DetailSearch }) => {
  const soft = useAlias();
  const { batchNo } = search;
  return (
    <div className="empty">
      <h2>{isFiltered(search) ? '没有符合的标签' : '还没有标签'}</h2>
      <p className="medium quiet">
        {isFiltered(search)
          ? '换个条件，或者清除筛选再看看。'
          : '印出第一张后，每一张都在这里有记录。'}
      </p>
      <div className="row">
        {isFiltered(search) ? (
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
  acts: Acts;
  search: DetailSearch;
}) => {
  if (details.data === null)
    return (
      <Trouble
        what="标签没有读到"
        why={details.failure?.msg ?? ''}
        requestId={details.failure?.data?.requestId}
        onRetry={() => void details.reload()}
      />
    );
  if (details.data.list.length === 0) return <Nothing search={search} />;
  return <DetailTable details={details} acts={acts} withBatch={!search.batchNo} />;
};
