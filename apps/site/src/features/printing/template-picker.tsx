import type { CallOutput } from '@yunbiao/contract';
import { Icon } from '@yunbiao/ui';
import { useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { LabelThumb } from '../../kit/label/label-thumb.tsx';
import { sizeText } from '../../kit/printing/print-media.ts';
import css from './print.module.css';
import { listSamples } from '../../kit/label/samples.ts';
import { useStoredTemplate } from '../../kit/label/stored-template.ts';

export type TemplateItem = CallOutput<'templateList'>['list'][number];

/** Templates shown before 其他 N 个. */
const FIRST = 5;

/** Largest size of a label here, CSS px, and its scale. */
const MOST = { widthPx: 120, heightPx: 88, pxPerMm: 2 };

/** A public template as the server draws it. */
const ServerPicture = ({ item, src }: { item: TemplateItem; src: string }) => {
  const { widthMm, heightMm } = item;
  const pxPerMm = Math.min(MOST.pxPerMm, MOST.widthPx / widthMm, MOST.heightPx / heightMm);
  const size = { width: Math.round(widthMm * pxPerMm), height: Math.round(heightMm * pxPerMm) };
  return (
    <span className={css.thumb} style={size}>
      <img src={src} alt={`${item.name}样例`} {...size} loading="lazy" decoding="async" />
    </span>
  );
};

/** An own one, read and drawn here once it is in view. */
const OwnPicture = ({ item }: { item: TemplateItem }) => {
  const { place, template } = useStoredTemplate(item);
  const data = useMemo(() => (template ? listSamples(template) : {}), [template]);
  const shown = template ?? { ...NOTHING, widthMm: item.widthMm, heightMm: item.heightMm };
  return (
    <span ref={place}>
      <LabelThumb
        template={shown}
        data={data}
        title={`${item.name}样例`}
        maxWidthPx={MOST.widthPx}
        maxHeightPx={MOST.heightPx}
        maxPxPerMm={MOST.pxPerMm}
      />
    </span>
  );
};

/** The paper, before what is on it has come. */
const NOTHING = { version: 1 as const, fields: [], elements: [] };

type ChoiceProps = { item: TemplateItem; chosen: boolean; onChoose: (id: string) => void };

const Choice = ({ item, chosen, onChoose }: ChoiceProps) => (
  <label title={`${item.name}，${sizeText(item)}`}>
    <input
      className="visually-hidden"
      type="radio"
      name="template"
      value={item.id}
      checked={chosen}
      onChange={() => onChoose(item.id)}
    />
    {item.picture ? <ServerPicture item={item} src={item.picture} /> : <OwnPicture item={item} />}
    <span className={css.name}>
      <span>{item.name}</span>
      <small>{sizeText(item)}</small>
    </span>
  </label>
);

/** The first few templates, the chosen one always among them, and the rest on demand with a search. */
export const TemplatePicker = ({
  alias,
  list: now,
  chosen,
  onChoose,
}: {
  alias: string;
  list: readonly TemplateItem[];
  chosen: string;
  onChoose: (id: string) => void;
}) => {
  // Printing makes another one the latest: no place moves while somebody chooses.
  const [order] = useState(() => new Map(now.map(({ id }, at) => [id, at])));
  const getPlace = ({ id }: TemplateItem): number => order.get(id) ?? -1;
  const list = now.toSorted((a, b) => getPlace(a) - getPlace(b));
  const [all, setAll] = useState(list.length <= FIRST + 1);
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const found = wanted
    ? list.filter((item) =>
        `${item.name} ${item.category} ${sizeText(item)}`.toLowerCase().includes(wanted),
      )
    : list;
  const few = list.filter((item, index) => index < FIRST || item.id === chosen);
  const shown = all ? found : few;
  return (
    <>
      {all && list.length > FIRST + 1 && (
        <div className={`field-box compact span-6 ${css.find}`}>
          <Icon name="search" />
          <input
            type="search"
            aria-label="找模板"
            placeholder="模板名、分类、尺寸"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      <div className={css.pick} role="radiogroup" aria-label="模板">
        {shown.map((item) => (
          <Choice key={item.id} item={item} chosen={item.id === chosen} onChoose={onChoose} />
        ))}
        {!all && (
          <button type="button" className={css.more} onClick={() => setAll(true)}>
            <Icon name="search" />
            其他 {list.length - few.length} 个
          </button>
        )}
        {shown.length === 0 && <p className={css.none}>没有叫“{query}”的模板。</p>}
      </div>
      <p className="small quiet span-6">
        {list.some(({ own }) => own) ? '刚打过的和自己的在前。' : '刚打过的在前。'}
        <Link className="link" to="/$soft/tools/temp" params={{ soft: alias }}>
          看模板库
        </Link>
      </p>
    </>
  );
};
