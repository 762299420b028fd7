import { useNavigate } from '@tanstack/react-router';
import { type Source, SUPPORTED_SOURCES } from '@yunbiao/contract/evidence';
import { MAX_STAT_DAYS } from '@yunbiao/contract/limits/print';
import { DateRange } from '@yunbiao/ui/date-range/date-range.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { SOURCE_LABELS } from '../../kit/printing/print-status.ts';
import { FilterSelect } from '@yunbiao/ui/table/filter-select.tsx';
import type { StatData } from './load.ts';
import { hasStatFilter, getPeriod, toDaySearch, type StatSearch } from './search.ts';
import css from './stat.module.css';
import { buildFilterOptions } from './words.ts';

const RANGES = [
  { value: 'today', label: '今天' },
  { value: '7', label: '7 天' },
  { value: '30', label: '30 天' },
];

const toOptions = (list: readonly { id: string; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));

type Patch = (patch: Partial<StatSearch>) => void;

/** Days that are counted: one of the usual ranges, or any two dates. */
const PeriodFilter = ({
  search,
  today,
  onPatch,
}: {
  search: StatSearch;
  today: string;
  onPatch: Patch;
}) => {
  const range = search.from ? 'custom' : (search.range ?? '30');
  return (
    <>
      <Segmented
        legend="时间"
        hideLegend
        small
        name="range"
        value={range}
        options={RANGES}
        onChange={(value) =>
          onPatch({
            from: undefined,
            to: undefined,
            range: value === '30' ? undefined : (value as 'today' | '7'),
          })
        }
      />
      <DateRange
        className={range === 'custom' ? css.on : undefined}
        value={getPeriod(search, today)}
        today={today}
        maxDays={MAX_STAT_DAYS}
        onChange={(dates) => onPatch(toDaySearch(dates, today))}
      />
    </>
  );
};

/** Filters of the statistics, stored in the URL. */
export const StatFilters = ({
  search,
  today,
  options,
}: {
  search: StatSearch;
  today: string;
  options: StatData['stat']['options'];
}) => {
  const navigate = useNavigate();
  const replaceSearch = (to: StatSearch): void =>
    void navigate({ to: '.', search: to, replace: true, resetScroll: false });
  const patchSearch: Patch = (patch) => replaceSearch({ ...search, page: undefined, ...patch });
  const sources = buildFilterOptions<Source>(SUPPORTED_SOURCES, search.source, SOURCE_LABELS);
  return (
    <div className={`filters ${css.filters}`}>
      <PeriodFilter search={search} today={today} onPatch={patchSearch} />
      <FilterSelect
        label="打印机"
        allLabel="全部打印机"
        value={search.printerId}
        options={toOptions(options.printers)}
        onChange={(printerId) => patchSearch({ printerId })}
      />
      <FilterSelect
        label="模板"
        allLabel="全部模板"
        value={search.templateId}
        options={toOptions(options.templates)}
        onChange={(templateId) => patchSearch({ templateId })}
      />
      {sources.length > 1 && (
        <FilterSelect
          label="来源"
          allLabel="全部来源"
          value={search.source}
          options={sources}
          onChange={(source) => patchSearch({ source: source as StatSearch['source'] })}
        />
      )}
      <FilterSelect
        label="客户端"
        allLabel="全部客户端"
        value={search.clientId}
        options={toOptions(options.clients)}
        onChange={(clientId) => patchSearch({ clientId })}
      />
      {hasStatFilter(search) && (
        <button type="button" className="bare push-end" onClick={() => replaceSearch({})}>
          清除筛选
        </button>
      )}
    </div>
  );
};
