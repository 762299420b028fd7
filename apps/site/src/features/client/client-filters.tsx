import { Icon } from '@yunbiao/ui/icon.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { useEffect, useRef, useState } from 'react';
import s from './client.module.css';
import { countByState, groupsOf, type ClientFilter } from './filter.ts';
import type { Client } from './words.ts';

/** Typing is put into the address when it rests this long, ms. */
const REST_MS = 250;

const SearchBox = ({ value, onChange }: { value: string; onChange: (q: string) => void }) => {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useRef(value);
  useEffect(() => {
    // The address changed by itself (back, 清除筛选), not by this box.
    if (value !== typed.current) setText((typed.current = value));
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (q: string): void => {
    clearTimeout(timer.current);
    typed.current = q.trim();
    onChange(typed.current);
  };
  return (
    <form
      role="search"
      className={`in sm sp ${s.search}`}
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        aria-label="搜索客户端"
        placeholder="客户端、打印机、地址"
        value={text}
        onChange={(event) => {
          const { value: q } = event.target;
          setText(q);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(q), REST_MS);
        }}
      />
    </form>
  );
};

type ClientFiltersProps = {
  clients: readonly Client[];
  filter: ClientFilter;
  onChange: (filter: ClientFilter) => void;
};

/** State, group and words; all of it in the address. */
export const ClientFilters = ({ clients, filter, onChange }: ClientFiltersProps) => {
  const counts = countByState(clients);
  const groups = groupsOf(clients);
  return (
    <div className={`filters ${s.filters}`}>
      <Segmented
        legend="状态"
        name="state"
        quiet
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
        <div className="in sm pickgroup">
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
      <SearchBox value={filter.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
    </div>
  );
};
