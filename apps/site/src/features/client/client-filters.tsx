import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { SearchBox } from '@yunbiao/ui/table/search-box.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import s from './client.module.css';
import { countClientsByState, listGroups, type ClientFilter } from './filter.ts';
import type { Client } from './client-name.ts';

type ClientFiltersProps = {
  clients: readonly Client[];
  filter: ClientFilter;
  onChange: (filter: ClientFilter) => void;
};

/** Filters by state, group and text, stored in the address. */
export const ClientFilters = ({ clients, filter, onChange }: ClientFiltersProps) => {
  const counts = countClientsByState(clients);
  const groups = listGroups(clients);
  return (
    <div className={`filters ${s.filters}`}>
      <Segmented
        legend="状态"
        name="state"
        hideLegend
        small
        value={filter.state ?? ''}
        options={[
          { value: '', label: `全部 ${counts.all}` },
          { value: 'online', label: `在线 ${counts.online}` },
          { value: 'offline', label: `离线 ${counts.offline}` },
          { value: 'disabled', label: `停用 ${counts.disabled}` },
        ]}
        onChange={(state) => onChange({ state: state || undefined })}
      />
      {groups.length > 0 && (
        <div className={`field-box compact ${s.pickGroup}`}>
          <select
            aria-label="分组"
            value={filter.group ?? ''}
            onChange={(event) => onChange({ group: event.target.value || undefined })}
          >
            <option value="">全部分组</option>
            {groups.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <SearchBox
        label="搜索客户端"
        placeholder="客户端、打印机、地址"
        value={filter.q ?? ''}
        maxLength={QUERY_LENGTH}
        onChange={(q) => onChange({ q: q || undefined })}
      />
    </div>
  );
};
