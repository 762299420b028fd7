import { AllLabelsPage } from '../all-labels-page.tsx';
import { BatchPage } from '../batch/batch-page.tsx';
import type { DetailLoaded } from '../load.ts';
import type { DetailSearch } from '../search.ts';

/** printStatDetail: one batch, or all labels. */
export const DetailPage = ({ loaded, search }: { loaded: DetailLoaded; search: DetailSearch }) =>
  search.batchNo && loaded.batch ? (
    <BatchPage
      key={search.batchNo}
      loaded={loaded}
      batchReply={loaded.batch}
      search={search}
      batchNo={search.batchNo}
    />
  ) : (
    <AllLabelsPage loaded={loaded} search={search} />
  );
