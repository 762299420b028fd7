import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  buildSearchAddress,
  type SearchQuery,
  parseSearchAddress,
  FILTERS,
  type SearchAddress,
} from './address.ts';
import { FORM_ID } from './search-form.tsx';
import css from './search.module.css';

type FilterKey = (typeof FILTERS)[number]['key'];

const SearchFilter = ({
  name,
  label,
  asked,
  onChange,
}: {
  name: FilterKey;
  label: string;
  asked: SearchQuery;
  onChange: (isOn: boolean) => void;
}) => {
  // Respond to a click at once; new results reset it to the state they were requested with.
  const [isChecked, setChecked] = useState(asked[name]);
  useEffect(() => setChecked(asked[name]), [asked, name]);
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        value="1"
        form={FORM_ID}
        checked={isChecked}
        onChange={(event) => {
          setChecked(event.target.checked);
          onChange(event.target.checked);
        }}
      />
      {label}
    </label>
  );
};

/** Checkboxes of the form. They work without scripts; with scripts each takes effect at once. */
export const Filters = ({ alias, asked }: { alias: string; asked: SearchQuery }) => {
  const router = useRouter();
  const changeFilter = (key: FilterKey, isOn: boolean): void => {
    // Build on pending changes whose results have not arrived.
    const { pathname, search } = router.latestLocation;
    const isHere = pathname === `/${encodeURIComponent(alias)}/search`;
    const latest = isHere ? parseSearchAddress(search as SearchAddress) : asked;
    void router.navigate({
      to: '/$soft/search',
      params: { soft: alias },
      search: buildSearchAddress(latest, { [key]: isOn }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <fieldset className={css.filters}>
      <legend className="section-title">只看</legend>
      {FILTERS.map(({ key, label }) => (
        <SearchFilter
          key={key}
          name={key}
          label={label}
          asked={asked}
          onChange={(isOn) => changeFilter(key, isOn)}
        />
      ))}
    </fieldset>
  );
};

export const AskQuestionPrompt = ({ alias, q }: { alias: string; q: string }) => (
  <div className={css.ask}>
    <h2 className="section-title">没找到？</h2>
    <p className="medium quiet">
      把纸的宽、高、间距和打印机型号写上，
      <Link className="link" to="/$soft/qa/ask" params={{ soft: alias }} search={{ title: q }}>
        问一下
      </Link>
      。
    </p>
  </div>
);
