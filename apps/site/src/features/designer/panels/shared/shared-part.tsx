import {
  listSharedProperties,
  setSharedProperty,
  type SharedValue,
} from '@yunbiao/designer/shared-properties';
import type { TemplateElement } from '@yunbiao/label';
import { SelectField } from '@yunbiao/ui/field.tsx';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import { NumberPart } from '../parts/number-part.tsx';

const MIXED = '不同';

type ControlProps = SharedValue & { onChange: (value: string | number | boolean) => void };

const SharedFlag = ({ property, value, onChange }: ControlProps) => (
  <label className="check">
    <input
      type="checkbox"
      checked={value === true}
      ref={(box) => {
        if (box) box.indeterminate = value === undefined;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
    {property.label}
    {value === undefined && `（${MIXED}）`}
  </label>
);

const SharedControl = (props: ControlProps) => {
  const { property, value, onChange } = props;
  const { key, label, control } = property;
  switch (control.kind) {
    case 'number': {
      const { kind: _, ...range } = control;
      return (
        <NumberPart
          label={label}
          name={`shared-${key}`}
          {...range}
          value={typeof value === 'number' ? value : Number.NaN}
          placeholder={MIXED}
          onChange={onChange}
        />
      );
    }
    case 'choice':
      return (
        <SelectField
          label={label}
          name={`shared-${key}`}
          placeholder={MIXED}
          value={value === undefined ? '' : String(value)}
          options={control.options}
          onChange={(next) => next !== '' && onChange(Number(next))}
        />
      );
    case 'flag':
      return <SharedFlag {...props} />;
  }
};

/** The properties that several selected elements share; setting one sets it for all of them. */
export const SharedPart = ({ elements }: { elements: readonly TemplateElement[] }) => {
  const designer = useDesigner();
  const ids = elements.map(({ id }) => id);
  const shared = listSharedProperties(elements);
  const renderControl = (item: SharedValue) => (
    <SharedControl
      key={item.property.key}
      {...item}
      onChange={(value) =>
        designer.execute(
          `修改${item.property.label}`,
          setSharedProperty(ids, item.property.key, value),
          `shared:${item.property.key}`,
        )
      }
    />
  );
  const isFlag = ({ property }: SharedValue): boolean => property.control.kind === 'flag';
  return (
    <section className={css.part} aria-label="每个元素">
      <h3>每个元素</h3>
      <div className={css.pairs}>{shared.filter((item) => !isFlag(item)).map(renderControl)}</div>
      <div className={css.checks}>{shared.filter(isFlag).map(renderControl)}</div>
    </section>
  );
};
