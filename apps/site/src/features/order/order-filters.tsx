import { useNavigate } from '@tanstack/react-router';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { DateRange } from '@yunbiao/ui/date-range/date-range.tsx';
import { FilterSelect } from '@yunbiao/ui/table/filter-select.tsx';
import { SearchBox } from '@yunbiao/ui/table/search-box.tsx';
import { hasOrderFilter, type OrderFilters, STATES } from './filters.ts';

/** Filters of orders, stored in the address. */
export const OrderFilterBar = ({ filters, today }: { filters: OrderFilters; today: string }) => {
  const navigate = useNavigate();
  const applyOrderFilters = (next: OrderFilters): void =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  const patchOrderFilters = (patch: Partial<OrderFilters>): void =>
    applyOrderFilters({ ...filters, ...patch });
  return (
    <div className="filters">
      <FilterSelect
        label="状态"
        allLabel="全部状态"
        value={filters.state}
        options={STATES}
        onChange={(state) => patchOrderFilters({ state: state as OrderFilters['state'] })}
      />
      <DateRange
        value={{ from: filters.from ?? '', to: filters.to ?? '' }}
        today={today}
        allowsEmpty
        onChange={({ from, to }) =>
          patchOrderFilters({ from: from || undefined, to: to || undefined })
        }
      />
      {hasOrderFilter(filters) && (
        <button type="button" className="bare" onClick={() => applyOrderFilters({})}>
          清除筛选
        </button>
      )}
      <SearchBox
        label="搜索订单"
        placeholder="订单号、商品"
        value={filters.q ?? ''}
        maxLength={QUERY_LENGTH}
        onChange={(q) => patchOrderFilters({ q: q || undefined })}
      />
    </div>
  );
};
