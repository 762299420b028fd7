import { ELEMENT_NAME_LENGTH, FIELD_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import {
  ALLERGENS,
  type Edition,
  type Nutrient,
  type NutrientName,
  NUTRIENTS,
  REQUIRED_NUTRIENTS,
} from '@yunbiao/designer/kits/nutrition/nutrients';
import {
  BASES,
  changeEdition,
  createNutritionDesign,
  createNutritionKit,
  explainNutritionRefusal,
  type NutrientValue,
  type NutritionDesign,
} from '@yunbiao/designer/kits/nutrition/nutrition-kit';
import { SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useState } from 'react';
import { useDesigner } from '../../designer.ts';
import { CheckPart } from '../../panels/parts/check-part.tsx';
import { insertKitFromDialog } from '../insert-kit.ts';
import css from '../kits.module.css';

type DesignProps = { design: NutritionDesign; onChange: (design: NutritionDesign) => void };

const EDITIONS = [
  { value: '2025', label: 'GB 28050-2025（1+6，2027 年 3 月 16 日起）' },
  { value: '2011', label: 'GB 28050-2011（1+4）' },
];

/** Option of a serving of one's own; no basis ends with a line break. */
const SERVING = '\n';

const EditionFields = ({ design, onChange }: DesignProps) => {
  const isServing = !(BASES as readonly string[]).includes(design.basis);
  return (
    <div className={css.pair}>
      <SelectField
        label="按哪一版"
        name="nutrition-edition"
        value={design.edition}
        options={EDITIONS}
        onChange={(edition) => onChange(changeEdition(design, edition as Edition))}
      />
      <SelectField
        label="按多少标示"
        name="nutrition-basis"
        value={isServing ? SERVING : design.basis}
        options={[
          ...BASES.map((value) => ({ value, label: value })),
          { value: SERVING, label: '每份' },
        ]}
        onChange={(basis) =>
          onChange({ ...design, basis: basis === SERVING ? '每份(30g)' : basis })
        }
      />
      {isServing && (
        <TextField
          label="每份多少"
          name="nutrition-serving"
          maxLength={ELEMENT_NAME_LENGTH}
          value={design.basis}
          onChange={(basis) => onChange({ ...design, basis: basis.replaceAll(/[{}]/g, '') })}
        />
      )}
    </div>
  );
};

const NutrientFields = ({
  nutrient,
  value,
  isRequired,
  onChange,
}: {
  nutrient: Nutrient;
  value: NutrientValue | undefined;
  isRequired: boolean;
  onChange: (value: NutrientValue | undefined) => void;
}) => {
  const { name, unit } = nutrient;
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const names = [...new Set([name, ...fields.map((field) => field.name)])];
  const column: NutrientValue = { kind: 'column', name };
  return (
    <li className={css.nutrient}>
      {!isRequired && (
        <CheckPart
          label={`标示${name}`}
          value={value !== undefined}
          onChange={(on) => onChange(on ? column : undefined)}
        />
      )}
      {value && (
        <div className={css.pair}>
          <SelectField
            label={`${name}（${unit}）`}
            name={`nutrient-kind-${name}`}
            value={value.kind === 'number' ? SERVING : value.name}
            options={[
              { value: SERVING, label: '填一个数' },
              ...names.map((name) => ({ value: name, label: `来自列：${name}` })),
            ]}
            onChange={(chosen) =>
              onChange(
                chosen === SERVING
                  ? { kind: 'number', text: '' }
                  : { kind: 'column', name: chosen },
              )
            }
          />
          {value.kind === 'number' && (
            <TextField
              label={`${name}是多少`}
              name={`nutrient-amount-${name}`}
              maxLength={FIELD_NAME_LENGTH}
              value={value.text}
              onChange={(text) => onChange({ kind: 'number', text })}
            />
          )}
        </div>
      )}
    </li>
  );
};

const withValue = (
  design: NutritionDesign,
  name: NutrientName,
  value: NutrientValue | undefined,
): NutritionDesign => {
  const { [name]: _, ...others } = design.values;
  return { ...design, values: value ? { ...others, [name]: value } : others };
};

const AllergenChecks = ({ design, onChange }: DesignProps) => (
  <div className={css.group} role="group" aria-label="致敏物质提示">
    <h3>致敏物质提示</h3>
    <div className={css.checks}>
      {ALLERGENS.map((name) => (
        <CheckPart
          key={name}
          label={name}
          value={design.allergens.includes(name)}
          onChange={(on) =>
            onChange({
              ...design,
              allergens: on
                ? [...design.allergens, name]
                : design.allergens.filter((other) => other !== name),
            })
          }
        />
      ))}
    </div>
  </div>
);

/** Nutrition table of GB 28050. */
export const NutritionDialog = ({ onClose }: { onClose: () => void }) => {
  const designer = useDesigner();
  const [design, setDesign] = useState(() => createNutritionDesign('2025'));
  const trouble = explainNutritionRefusal(design);
  const finish = (): void => {
    const kit = createNutritionKit(design, designer.getDoc().template);
    if (!('refused' in kit)) insertKitFromDialog(designer, kit);
  };
  return (
    <Dialog title="营养成分表" shape="wide" maxWidth={640} onClose={onClose}>
      <div className={css.form}>
        <EditionFields design={design} onChange={setDesign} />
        <ul className={css.items} aria-label="营养成分">
          {NUTRIENTS.map((nutrient) => (
            <NutrientFields
              key={nutrient.name}
              nutrient={nutrient}
              value={design.values[nutrient.name]}
              isRequired={REQUIRED_NUTRIENTS[design.edition].includes(nutrient.name)}
              onChange={(value) => setDesign(withValue(design, nutrient.name, value))}
            />
          ))}
        </ul>
        <AllergenChecks design={design} onChange={setDesign} />
        <p className={trouble ? css.trouble : css.printed} role="status">
          {trouble || '含量按标准的间隔修约，到“0”界限值的打印 0；NRV% 由公式算，改一处就跟着变。'}
        </p>
        {design.edition === '2025' && (
          <p className={css.printed}>
            修约间隔、“0”界限值和 NRV 用的是 2011 版的数，打印之前请对照 2025 版的正文核对。
          </p>
        )}
        <div className="acts">
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button
            type="button"
            className="button primary"
            disabled={trouble !== ''}
            onClick={finish}
          >
            添加
          </button>
        </div>
      </div>
    </Dialog>
  );
};
