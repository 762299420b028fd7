import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getAddress, type Asked, readAddress, FILTERS, type SearchAddress } from './address.ts';
import { FORM_ID } from './search-form.tsx';
import css from './search.module.css';

type FilterKey = (typeof FILTERS)[number]['key'];

const Filter = ({
  name,
  label,
  asked,
  onChange,
}: {
  name: FilterKey;
  label: string;
  asked: Asked;
  onChange: (isOn: boolean) => void;
}) => {
  // The box answers at once; whatever results come, it says again what they were asked for.
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

/** Boxes of the form, so that they count without scripts too; with them each acts at once. */
export const Filters = ({ alias, asked }: { alias: string; asked: Asked }) => {
  const router = useRouter();
  const change = (key: FilterKey, isOn: boolean): void => {
    // A change whose results are still on their way is part of what the next one builds on.
    const { pathname, search } = router.latestLocation;
    const isHere = pathname === `/${encodeURIComponent(alias)}/search`;
    const latest = isHere ? readAddress(search as SearchAddress) : asked;
    void router.navigate({
      to: '/$soft/search',
      params: { soft: alias },
      search: getAddress(latest, { [key]: isOn }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <fieldset className={css.filters}>
      <legend className="section-title">只看</legend>
      {FILTERS.map(({ key, label }) => (
        <Filter
          key={key}
          name={key}
          label={label}
          asked={asked}
          onChange={(isOn) => change(key, isOn)}
        />
      ))}
    </fieldset>
  );
};

export const NotFoundIt = ({ alias, q }: { alias: string; q: string }) => (
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
