import { useNavigate } from '@tanstack/react-router';
import { type Source, USED_SOURCES } from '@yunbiao/contract/evidence';
import { MAX_STAT_DAYS } from '@yunbiao/contract/limits/print';
import { DateRange } from '@yunbiao/ui/date-range/date-range.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { SOURCE_WORDS } from '../../kit/printing/print-words.ts';
import { FilterSelect } from '@yunbiao/ui/filter-select.tsx';
import type { StatData } from './load.ts';
import { isFiltered, getPeriod, searchFor, type StatSearch } from './search.ts';
import css from './stat.module.css';
import { listChoices } from './words.ts';

const RANGES = [
  { value: 'today', label: '今天' },
  { value: '7', label: '7 天' },
  { value: '30', label: '30 天' },
];

const named = (list: readonly { id: string; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));

/** Every filter of the statistics lives in the address. */
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
  const go = (patch: Partial<StatSearch>): void =>
    void navigate({
      to: '.',
      search: { ...search, page: undefined, ...patch },
      replace: true,
      resetScroll: false,
    });
  const { from, to } = getPeriod(search, today);
  const sources = listChoices<Source>(USED_SOURCES, search.source, SOURCE_WORDS);
  const range = search.from ? 'custom' : (search.range ?? '30');
  return (
    <div className={`filters ${css.filters}`}>
      <Segmented
        legend="时间"
        quiet
        small
        name="range"
        value={range}
        options={RANGES}
        onChange={(value) =>
          go({
            from: undefined,
            to: undefined,
            range: value === '30' ? undefined : (value as 'today' | '7'),
          })
        }
      />
      <DateRange
        className={range === 'custom' ? css.on : undefined}
        value={{ from, to }}
        today={today}
        maxDays={MAX_STAT_DAYS}
        onChange={(dates) => go(searchFor(dates, today))}
      />
      <FilterSelect
        label="打印机"
        all="全部打印机"
        value={search.printerId}
        options={named(options.printers)}
        onChange={(printerId) => go({ printerId })}
      />
      <FilterSelect
        label="模板"
        all="全部模板"
        value={search.templateId}
        options={named(options.templates)}
        onChange={(templateId) => go({ templateId })}
      />
      {sources.length > 1 && (
        <FilterSelect
          label="来源"
          all="全部来源"
          value={search.source}
          options={sources}
          onChange={(source) => go({ source: source as StatSearch['source'] })}
        />
      )}
      <FilterSelect
        label="客户端"
        all="全部客户端"
        value={search.clientId}
        options={named(options.clients)}
        onChange={(clientId) => go({ clientId })}
      />
      {isFiltered(search) && (
        <button
          type="button"
          className="bare push-end"
          onClick={() => void navigate({ to: '.', search: {}, replace: true, resetScroll: false })}
        >
          清除筛选
        </button>
      )}
    </div>
  );
};
