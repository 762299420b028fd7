import type { CallOutput } from '@yunbiao/contract';
import { GROUP_DELAY_MIN, GROUP_PRINTERS } from '@yunbiao/contract/limits/print-config';
import { Dialog } from '@yunbiao/ui';
import { NumberField, SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { Icon } from '@yunbiao/ui/icon.tsx';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { stockText } from '../../kit/printing/print-media.ts';
import { useApi } from '../../kit/site/site.tsx';
import s from './config.module.css';
import type { Config } from './draft.ts';
import { RULE_WORDS } from './group-words.ts';
import type { PrinterGroup } from './load.ts';

type Values = {
  name: string;
  rule: PrinterGroup['rule'];
  delay: string;
  asks: boolean;
  ids: readonly string[];
};

const moved = (ids: readonly string[], at: number, by: number): string[] => {
  const next = [...ids];
  const [id] = next.splice(at, 1);
  if (id !== undefined) next.splice(at + by, 0, id);
  return next;
};

/** The printers of a group in their order, to put in another one, take out, or add to. */
const Places = ({
  configs,
  isVirtual,
  ids,
  error,
  onChange,
}: {
  configs: readonly Config[];
  isVirtual: (config: Config) => boolean;
  ids: readonly string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}) => {
  const chosen = ids.flatMap((id) => configs.find((config) => config.id === id) ?? []);
  const taken = new Set(chosen.map(({ printerId }) => printerId));
  const [first] = chosen;
  // One that prints on the screen takes no real one's place: a group is of either kind.
  const free = configs.filter((one) => !taken.has(one.printerId));
  const rest = free.filter((one) => !first || isVirtual(one) === isVirtual(first));
  return (
    <div role="group" aria-labelledby="group-places">
      <span id="group-places" className="medium">
        打印机，排在前面的先用
      </span>
      <ol className={s.places}>
        {chosen.map((config, at) => (
          <li key={config.id}>
            <span>
              <b title={config.name}>{config.name}</b>
              <small className="faint">
                {config.printerName} · {stockText(config)}
              </small>
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={`${config.name} 上移`}
              disabled={at === 0}
              onClick={() => onChange(moved(ids, at, -1))}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`${config.name} 下移`}
              disabled={at === chosen.length - 1}
              onClick={() => onChange(moved(ids, at, 1))}
            >
              <Icon name="down" />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`${config.name} 移出`}
              onClick={() => onChange(ids.filter((id) => id !== config.id))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      {rest.length > 0 && chosen.length < GROUP_PRINTERS.max && (
        <SelectField
          label="加一台"
          name="add"
          value=""
          placeholder="选一个配置"
          options={rest.map((one) => ({
            value: one.id,
            label: `${one.name} · ${one.printerName} · ${stockText(one)}`,
          }))}
          onChange={(id) => id && onChange([...ids, id])}
        />
      )}
      {rest.length < free.length && (
        <p className="small quiet">虚拟打印机不能和真的打印机放在一组，这里只列同一种。</p>
      )}
      {error && (
        <p className="field-err" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};

/** A group of printers. `group`: the one that is changed; null: a new one. */
export const GroupDialog = ({
  group,
  configs,
  isVirtual,
  onClose,
  onSaved,
}: {
  group: PrinterGroup | null;
  configs: readonly Config[];
  isVirtual: (config: Config) => boolean;
  onClose: () => void;
  onSaved: (saved: CallOutput<'savePrinterGroup'>) => void;
}) => {
  const api = useApi();
  const form = useForm<Values>({
    name: group?.name ?? '',
    rule: group?.rule ?? 'in-order',
    delay: String(group?.delayMinutes ?? 2),
    asks: group?.asks ?? false,
    ids: group?.printConfigIds ?? [],
  });
  const { values, errors, set } = form;
  const save = async (): Promise<Errors | null> => {
    const { name, rule, delay, asks, ids } = form.now().values;
    const input = { name, rule, delayMinutes: delay, asks, printConfigIds: [...ids] };
    const sent = await sendForm(api, 'savePrinterGroup', {
      ...input,
      ...(group ? { id: group.id } : {}),
    });
    if (sent.data) {
      onSaved(sent.data);
      return null;
    }
    // Said of `ids`, so that it goes when these are changed.
    const { printConfigIds, ...others } = sent.errors;
    return printConfigIds ? { ...others, ids: printConfigIds } : others;
  };
  return (
    <Dialog
      title={group ? '改打印机组' : '新建打印机组'}
      shape="wide"
      maxWidth={520}
      onClose={onClose}
    >
      <form className={s.steps} {...form.props(save)}>
        <TextField
          label="名称"
          name="name"
          value={values.name}
          error={errors.name}
          placeholder="发货台"
          onChange={(name) => set({ name })}
        />
        <Places
          configs={configs}
          isVirtual={isVirtual}
          ids={values.ids}
          error={errors.ids}
          onChange={(ids) => set({ ids })}
        />
        <SelectField
          label="一批打到哪一台"
          name="rule"
          value={values.rule}
          error={errors.rule}
          options={(['in-order', 'least-busy'] as const).map((rule) => ({
            value: rule,
            label: RULE_WORDS[rule].long,
          }))}
          onChange={(rule) => set({ rule: rule as Values['rule'] })}
        />
        <NumberField
          label="停了多久才转走"
          name="delayMinutes"
          unit="分钟"
          {...GROUP_DELAY_MIN}
          step={1}
          value={values.delay}
          error={errors.delayMinutes}
          hint="缺纸、开盖、离线都算；0 是立即。只转肯定没有印的，一张标签每台最多到一次。"
          onChange={(delay) => set({ delay })}
        />
        <label className={`check ${s.asks}`}>
          <input
            type="checkbox"
            name="asks"
            checked={values.asks}
            onChange={({ target }) => set({ asks: target.checked })}
          />
          <span>
            先问我
            <small>到时候发一条通知，你在批次页上点了才转；不勾就自己转。</small>
          </span>
        </label>
        <div className={s.presses}>
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="button primary" aria-disabled={form.isBusy}>
            {group ? '保存' : '新建'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
