import { useNavigate } from '@tanstack/react-router';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { DateRange } from '@yunbiao/ui/date-range/date-range.tsx';
import { FilterSelect } from '@yunbiao/ui/filter-select.tsx';
import { SearchBox } from '@yunbiao/ui/search-box.tsx';
import { isFiltered, type OrderFilters, STATES } from './filters.ts';

/** Filters of orders; all in the address. */
export const Filters = ({ filters, today }: { filters: OrderFilters; today: string }) => {
  const navigate = useNavigate();
  const go = (next: OrderFilters): void =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  const set = (patch: Partial<OrderFilters>): void => go({ ...filters, ...patch });
  return (
    <div className="filters">
      <FilterSelect
        label="状态"
        all="全部状态"
        value={filters.state}
        options={STATES}
        onChange={(state) => set({ state: state as OrderFilters['state'] })}
      />
      <DateRange
        value={{ from: filters.from ?? '', to: filters.to ?? '' }}
        today={today}
        withAll
        onChange={({ from, to }) => set({ from: from || undefined, to: to || undefined })}
      />
      {isFiltered(filters) && (
        <button type="button" className="bare" onClick={() => go({})}>
          清除筛选
        </button>
      )}
      <SearchBox
        label="搜索订单"
        placeholder="订单号、商品"
        value={filters.q ?? ''}
        maxLength={QUERY_LENGTH}
        onChange={(q) => set({ q: q || undefined })}
      />
    </div>
  );
};
