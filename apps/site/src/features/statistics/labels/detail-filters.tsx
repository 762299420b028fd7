import { useNavigate } from '@tanstack/react-router';
import { type BatchCounts, type Evidence, SUPPORTED_EVIDENCES } from '@yunbiao/contract/evidence';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { Status } from '@yunbiao/ui';
import { DateRange } from '@yunbiao/ui/date-range/date-range.tsx';
import { SearchBox } from '@yunbiao/ui/table/search-box.tsx';
import { STATE_DISPLAY_ORDER } from '../../../kit/printing/print-counts.ts';
import { EVIDENCE_LABELS, DETAIL_WORDS } from '../../../kit/printing/print-status.ts';
import { useLabelColors } from './color-mark.tsx';
import css from './detail.module.css';
import { FilterSelect } from '@yunbiao/ui/table/filter-select.tsx';
import { type DetailSearch, hasStatFilter } from '../search.ts';
import { buildFilterOptions, count } from '../words.ts';

type DetailFiltersProps = {
  search: DetailSearch;
  today: string;
  /** Counts of the batch; without them the states are shown without numbers. */
  counts?: BatchCounts | undefined;
  total?: number | undefined;
};

/** Filter by state with counts, which also serves as a summary. */
const StateStrip = ({
  search,
  counts,
  total,
  onState,
}: {
  search: DetailSearch;
  counts: BatchCounts;
  total: number;
  onState: (state: DetailSearch['state']) => void;
}) => (
  <div className={`segments compact ${css.states}`} role="group" aria-label="状态">
    <button
      type="button"
      {...(search.state ? {} : { 'aria-current': 'true' as const })}
      onClick={() => onState(undefined)}
    >
      全部 {count(total)}
    </button>
    {STATE_DISPLAY_ORDER.filter((state) => counts[state] > 0 || state === search.state).map(
      (state) => (
        <button
          key={state}
          type="button"
          title={DETAIL_WORDS[state].text}
          {...(search.state === state ? { 'aria-current': 'true' as const } : {})}
          onClick={() => onState(state)}
        >
          <Status kind={DETAIL_WORDS[state].kind}>
            <span className="visually-hidden">{DETAIL_WORDS[state].text} </span>
            {count(counts[state])}
          </Status>
        </button>
      ),
    )}
  </div>
);

/** Filters of labels, stored in the URL. */
export const DetailFilters = ({ search, today, counts, total }: DetailFiltersProps) => {
  const navigate = useNavigate();
  const colors = useLabelColors();
  const navigateToSearch = (next: DetailSearch): void =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  const patchDetailSearch = (patch: Partial<DetailSearch>): void =>
    navigateToSearch({ ...search, ...patch });
  return (
    <div className="filters">
      {counts ? (
        <StateStrip
          search={search}
          counts={counts}
          total={total ?? 0}
          onState={(state) => patchDetailSearch({ state })}
        />
      ) : (
        <FilterSelect
          label="状态"
          allLabel="全部状态"
          value={search.state}
          options={STATE_DISPLAY_ORDER.map((state) => ({
            value: state,
            label: DETAIL_WORDS[state].text,
          }))}
          onChange={(state) => patchDetailSearch({ state: state as DetailSearch['state'] })}
        />
      )}
      <FilterSelect
        label="凭据"
        allLabel="全部凭据"
        value={search.evidence}
        options={buildFilterOptions<Evidence>(
          SUPPORTED_EVIDENCES,
          search.evidence,
          EVIDENCE_LABELS,
        )}
        onChange={(evidence) =>
          patchDetailSearch({ evidence: evidence as DetailSearch['evidence'] })
        }
      />
      {colors.length > 0 && (
        <FilterSelect
          label="色标"
          allLabel="全部色标"
          value={search.color}
          options={colors.filter((color) => color.value !== '')}
          onChange={(color) => patchDetailSearch({ color })}
        />
      )}
      {!search.batchNo && (
        <DateRange
          value={{ from: search.from ?? '', to: search.to ?? '' }}
          today={today}
          allowsEmpty
          onChange={({ from, to }) =>
            patchDetailSearch({ from: from || undefined, to: to || undefined })
          }
        />
      )}
      {hasStatFilter(search) && (
        <button
          type="button"
          className="bare"
          onClick={() => navigateToSearch(search.batchNo ? { batchNo: search.batchNo } : {})}
        >
          清除筛选
        </button>
      )}
      <SearchBox
        className={`push-end ${css.find}`}
        label="搜索标签"
        placeholder={search.batchNo ? '标签内容、序号' : '标签内容、批次号'}
        value={search.q ?? ''}
        maxLength={QUERY_LENGTH}
        onChange={(q) => patchDetailSearch({ q: q || undefined })}
      />
    </div>
  );
};
