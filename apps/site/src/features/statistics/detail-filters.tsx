import { useNavigate } from '@tanstack/react-router';
import { type BatchCounts, type Evidence, GIVEN_EVIDENCES } from '@yunbiao/contract/evidence';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { Status } from '@yunbiao/ui';
import { DateRange } from '@yunbiao/ui/date-range/date-range.tsx';
import { SearchBox } from '@yunbiao/ui/search-box.tsx';
import { STATES_TOLD } from '../../kit/printing/print-counts.ts';
import { EVIDENCE_WORDS, DETAIL_WORDS } from '../../kit/printing/print-words.ts';
import { useColors } from './color-mark.tsx';
import css from './detail.module.css';
import { FilterSelect } from '@yunbiao/ui/filter-select.tsx';
import { type DetailSearch, isFiltered } from './search.ts';
import { listChoices, count } from './words.ts';

type DetailFiltersProps = {
  search: DetailSearch;
  today: string;
  /** Of the batch; without them the states are a plain choice. */
  counts?: BatchCounts | undefined;
  total?: number | undefined;
};

/** States with how many there are: the strip is the summary, too. */
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
    {STATES_TOLD.filter((state) => counts[state] > 0 || state === search.state).map((state) => (
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
    ))}
  </div>
);

/** Filters of labels; all in the address. */
export const DetailFilters = ({ search, today, counts, total }: DetailFiltersProps) => {
  const navigate = useNavigate();
  const colors = useColors();
  const go = (next: DetailSearch): void =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  const set = (patch: Partial<DetailSearch>): void => go({ ...search, ...patch });
  return (
    <div className="filters">
      {counts ? (
        <StateStrip
          search={search}
          counts={counts}
          total={total ?? 0}
          onState={(state) => set({ state })}
        />
      ) : (
        <FilterSelect
          label="状态"
          all="全部状态"
          value={search.state}
          options={STATES_TOLD.map((state) => ({
            value: state,
            label: DETAIL_WORDS[state].text,
          }))}
          onChange={(state) => set({ state: state as DetailSearch['state'] })}
        />
      )}
      <FilterSelect
        label="凭据"
        all="全部凭据"
        value={search.evidence}
        options={listChoices<Evidence>(GIVEN_EVIDENCES, search.evidence, EVIDENCE_WORDS)}
        onChange={(evidence) => set({ evidence: evidence as DetailSearch['evidence'] })}
      />
      {colors.length > 0 && (
        <FilterSelect
          label="色标"
          all="全部色标"
          value={search.color}
          options={colors.filter((color) => color.value !== '')}
          onChange={(color) => set({ color })}
        />
      )}
      {!search.batchNo && (
        <DateRange
          value={{ from: search.from ?? '', to: search.to ?? '' }}
          today={today}
          withAll
          onChange={({ from, to }) => set({ from: from || undefined, to: to || undefined })}
        />
      )}
      {isFiltered(search) && (
        <button
          type="button"
          className="bare"
          onClick={() => go(search.batchNo ? { batchNo: search.batchNo } : {})}
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
        onChange={(q) => set({ q: q || undefined })}
      />
    </div>
  );
};
