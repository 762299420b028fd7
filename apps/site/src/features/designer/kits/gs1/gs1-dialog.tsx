import { findElement } from '@yunbiao/designer/doc';
import { CODE_NAMES } from '@yunbiao/designer/element-names';
import {
  changeGs1Code,
  createGs1Design,
  createGs1Kit,
  createUdiDesign,
  GS1_SYMBOLOGIES,
  type Gs1Design,
  type Gs1Symbology,
  readGs1Design,
} from '@yunbiao/designer/kits/gs1/gs1-kit';
import { IDENTIFIERS } from '@yunbiao/designer/kits/gs1/identifiers';
import { previewGs1Design } from '@yunbiao/designer/kits/gs1/preview';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useMemo, useState } from 'react';
import { type Designer, useDesigner } from '../../designer.ts';
import { CheckPart } from '../../panels/parts/check-part.tsx';
import { useShownValues } from '../../shown-values.ts';
import { insertKitFromDialog } from '../insert-kit.ts';
import css from '../kits.module.css';
import { createGs1Item, Gs1ItemFields } from './gs1-item.tsx';

/** Longest domain of a link. */
const MAX_DOMAIN_LENGTH = 200;

const SYMBOLOGIES = GS1_SYMBOLOGIES.map((value) => ({
  value,
  label: value === 'qr' ? 'QR 码（GS1 数字链接）' : CODE_NAMES[value],
}));

const START_KEYS = { goods: ['01'], trace: ['01', '17', '10'], box: ['00'] } as const;

/** Design at the opening; null when the code was not made by the builder. */
const openDesign = (designer: Designer, elementId: string | undefined): Gs1Design | null => {
  const { template } = designer.getDoc();
  if (elementId === undefined)
    return createGs1Design('gs1-128', [createGs1Item('01', template.fields)]);
  const element = findElement(template, elementId);
  return element ? readGs1Design(element, template) : null;
};

type DesignProps = { design: Gs1Design; onChange: (design: Gs1Design) => void };

/** Buttons that start with the identifiers of a usual label. */
const Presets = ({ design, onChange }: DesignProps) => {
  const designer = useDesigner();
  const { fields } = designer.getDoc().template;
  const start = (keys: readonly string[]): void =>
    onChange(
      createGs1Design(
        design.symbology,
        keys.map((key) => createGs1Item(key, fields)),
      ),
    );
  const presets = [
    ['商品', () => start(START_KEYS.goods)],
    ['批号和有效期', () => start(START_KEYS.trace)],
    ['物流箱码', () => start(START_KEYS.box)],
    ['医疗器械 UDI', () => onChange(createUdiDesign())],
  ] as const;
  return (
    <div className={css.chips} role="group" aria-label="从常用的开始">
      {presets.map(([name, act]) => (
        <button key={name} type="button" className="tag" onClick={act}>
          {name}
        </button>
      ))}
    </div>
  );
};

const SymbologyFields = ({ design, onChange }: DesignProps) => (
  <div className={css.pair}>
    <SelectField
      label="码制"
      name="gs1-symbology"
      value={design.symbology}
      options={SYMBOLOGIES}
      onChange={(symbology) => onChange({ ...design, symbology: symbology as Gs1Symbology })}
    />
    {design.symbology === 'qr' && (
      <TextField
        label="网址"
        name="gs1-domain"
        maxLength={MAX_DOMAIN_LENGTH}
        hint="自己的网址，或者 https://id.gs1.org"
        value={design.domain}
        onChange={(domain) => onChange({ ...design, domain: domain.trim() })}
      />
    )}
  </div>
);

const ItemList = ({ design, onChange }: DesignProps) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const { items } = design;
  const offered = IDENTIFIERS.filter(({ key }) => !items.some(({ ai }) => ai === key));
  return (
    <>
      <ul className={css.items} aria-label="应用标识符">
        {items.map((item, index) => (
          <Gs1ItemFields
            key={item.ai}
            item={item}
            fields={fields}
            onChange={(changed) => onChange({ ...design, items: items.with(index, changed) })}
            onRemove={() => onChange({ ...design, items: items.toSpliced(index, 1) })}
          />
        ))}
      </ul>
      <SelectField
        label="添加应用标识符"
        name="gs1-add"
        value=""
        placeholder="选一个…"
        options={offered.map(({ key, name }) => ({ value: key, label: `(${key}) ${name}` }))}
        onChange={(key) =>
          key && onChange({ ...design, items: [...items, createGs1Item(key, fields)] })
        }
      />
    </>
  );
};

const TextChecks = ({ design, isNew, onChange }: DesignProps & { isNew: boolean }) => (
  <div className={css.checks}>
    {design.symbology !== 'qr' && (
      <CheckPart
        label="定长的排在前面，码更短"
        value={design.isOrdered}
        onChange={(isOrdered) => onChange({ ...design, isOrdered })}
      />
    )}
    <CheckPart
      label="条码文字"
      value={design.hasHri}
      onChange={(hasHri) => onChange({ ...design, hasHri })}
    />
    {isNew && (
      <CheckPart
        label="带中文名称的几行字"
        value={design.hasTitles}
        onChange={(hasTitles) => onChange({ ...design, hasTitles })}
      />
    )}
  </div>
);

const Builder = ({ opened, elementId }: { opened: Gs1Design; elementId: string | undefined }) => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const row = useShownValues();
  const [design, setDesign] = useState(opened);
  const preview = useMemo(() => previewGs1Design(design, template, row), [design, template, row]);
  const finish = (): void => {
    if (elementId !== undefined) {
      designer.execute('修改 GS1 内容', changeGs1Code(elementId, design));
      return designer.kit.set(null);
    }
    const sample = { content: preview.printed, rareCodes: () => RARE_ENCODERS };
    const kit = createGs1Kit(design, template, preview.trouble ? undefined : sample);
    if ('refused' in kit) return void toast.error(kit.refused);
    insertKitFromDialog(designer, kit);
  };
  const props = { design, onChange: setDesign };
  return (
    <div className={css.form}>
      {elementId === undefined && <Presets {...props} />}
      <SymbologyFields {...props} />
      <ItemList {...props} />
      <TextChecks {...props} isNew={elementId === undefined} />
      {preview.trouble ? (
        <p className={css.trouble} role="status">
          {preview.trouble}
        </p>
      ) : (
        <p className={css.printed} role="status">
          这一张：<b>{preview.printed}</b>
        </p>
      )}
      <div className="acts">
        <button type="button" className="button" onClick={() => designer.kit.set(null)}>
          取消
        </button>
        <button
          type="button"
          className="button primary"
          disabled={design.items.length === 0}
          onClick={finish}
        >
          {elementId === undefined ? '添加' : '修改'}
        </button>
      </div>
    </div>
  );
};

/** Builder of GS1 contents, for a new code or one that it made. */
export const Gs1Dialog = ({ elementId, onClose }: { elementId?: string; onClose: () => void }) => {
  const designer = useDesigner();
  const [opened] = useState(() => openDesign(designer, elementId));
  useEffect(() => {
    if (opened) return;
    toast.error('这个码的内容拆不成应用标识符，请直接修改内容');
    onClose();
  }, [opened, onClose]);
  return (
    opened && (
      <Dialog title="GS1 条码" shape="wide" maxWidth={640} onClose={onClose}>
        <Builder opened={opened} elementId={elementId} />
      </Dialog>
    )
  );
};
