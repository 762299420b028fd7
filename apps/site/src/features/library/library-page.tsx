import type { LibraryPageProps } from './library-data.ts';
import { useNavigate } from '@tanstack/react-router';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { FilterSelect } from '@yunbiao/ui/table/filter-select.tsx';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { SearchBox } from '@yunbiao/ui/table/search-box.tsx';
import { ChoiceLink } from '../../kit/page/choice-link.tsx';
import { buildLibraryAddress, type LibraryQuery, SORTS, WIDTHS } from './address.ts';
import css from './library.module.css';
import { NewLink } from './open-link.tsx';
import { OwnTemplates } from './own-templates.tsx';
import { PublicTemplates } from './public-templates.tsx';

const LibraryTabs = ({ alias, data: { asked, library } }: LibraryPageProps) => {
  const totalCount = library.categories.reduce((sum, { count }) => sum + count, 0);
  const tabs = [{ name: '', count: totalCount }, ...library.categories];
  // Keep the selected category visible, also without results.
  if (asked.category && !tabs.some(({ name }) => name === asked.category))
    tabs.push({ name: asked.category, count: 0 });
  return (
    <nav className={`tabs ${css.tabs}`} aria-label="分类">
      {tabs.map(({ name, count }) => (
        <ChoiceLink
          key={name}
          to="/$soft/tools/temp"
          params={{ soft: alias }}
          search={buildLibraryAddress(asked, { category: name, own: false })}
          resetScroll={false}
          current={!asked.own && name === asked.category}
        >
          {name || '全部'}
          <small>{count}</small>
        </ChoiceLink>
      ))}
    </nav>
  );
};

const WHOSE = [
  { own: false, label: '公共模板' },
  { own: true, label: '我的模板' },
];

const LibraryFilters = ({ alias, data: { asked } }: LibraryPageProps) => {
  const navigate = useNavigate();
  const navigateToQuery = (change: Partial<LibraryQuery>): void =>
    void navigate({
      to: '/$soft/tools/temp',
      params: { soft: alias },
      search: buildLibraryAddress(asked, change),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={`filters ${css.filters}`}>
      <nav className={`segments compact ${css.whose}`} aria-label="谁的模板">
        {WHOSE.map(({ own, label }) => (
          <ChoiceLink
            key={label}
            to="/$soft/tools/temp"
            params={{ soft: alias }}
            search={buildLibraryAddress(asked, { own, category: '' })}
            resetScroll={false}
            current={own === asked.own}
          >
            {label}
          </ChoiceLink>
        ))}
      </nav>
      <FilterSelect
        label="宽度"
        allLabel="不限宽度"
        value={asked.width ?? undefined}
        options={WIDTHS}
        onChange={(width) =>
          navigateToQuery({ width: WIDTHS.find(({ value }) => value === width)?.value ?? null })
        }
      />
      {!asked.own && (
        <FilterSelect
          label="排序"
          allLabel={SORTS[0]?.label ?? ''}
          value={asked.sort === 'usual' ? undefined : asked.sort}
          options={SORTS.slice(1)}
          onChange={(sort) =>
            navigateToQuery({ sort: SORTS.find(({ value }) => value === sort)?.value ?? 'usual' })
          }
        />
      )}
      <SearchBox
        label="搜索模板"
        placeholder="名称或尺寸，如 40×30"
        value={asked.q}
        maxLength={QUERY_LENGTH}
        onChange={(q) => navigateToQuery({ q })}
      />
    </div>
  );
};

/** 模板库: public templates and the member's own templates. */
export const LibraryPage = ({ alias, data }: LibraryPageProps) => (
  <main className="wrap">
    <div className="page-head">
      <div>
        <h1>模板库</h1>
        <p>
          {keepNumbersWithUnits(
            '全部按同一比例画，1 mm 是 4 个像素，手机上小一些；条码和二维码都是真的。',
          )}
        </p>
      </div>
      <div className="push-end">
        <NewLink alias={alias} />
      </div>
    </div>
    <LibraryTabs alias={alias} data={data} />
    <LibraryFilters alias={alias} data={data} />
    {data.asked.own ? (
      <OwnTemplates alias={alias} asked={data.asked} />
    ) : (
      <PublicTemplates alias={alias} data={data} />
    )}
  </main>
);
