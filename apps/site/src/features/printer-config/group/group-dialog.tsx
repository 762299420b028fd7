import type { CallOutput } from '@yunbiao/contract';
import { GROUP_DELAY_MINUTES } from '@yunbiao/contract/limits/print-config';
import { Dialog } from '@yunbiao/ui';
import { NumberField, SelectField, TextField } from '@yunbiao/ui/field.tsx';
import type { Errors } from '../../../kit/form/form-state.ts';
import { sendForm } from '../../../kit/form/send-form.ts';
import { type Form, useForm } from '../../../kit/form/use-form.ts';
import { useApi } from '../../../kit/site/site.tsx';
import s from '../config.module.css';
import type { Config } from '../draft.ts';
import { RULE_WORDS } from './group-messages.ts';
import { GroupPrinters } from './group-printers.tsx';
import type { PrinterGroup } from '../load.ts';
import { DialogButtons } from '../../../kit/form/dialog-buttons.tsx';

type Values = {
  name: string;
  rule: PrinterGroup['rule'];
  delay: string;
  asks: boolean;
  ids: readonly string[];
};

/** Form of a group. `onSaved` is called with the stored group. */
const useGroupForm = (
  group: PrinterGroup | null,
  onSaved: (result: CallOutput<'savePrinterGroup'>) => void,
) => {
  const api = useApi();
  const form = useForm<Values>({
    name: group?.name ?? '',
    rule: group?.rule ?? 'in-order',
    delay: String(group?.delayMinutes ?? 2),
    asks: group?.asks ?? false,
    ids: group?.printConfigIds ?? [],
  });
  const saveGroup = async (): Promise<Errors | null> => {
    const { name, rule, delay, asks, ids } = form.getState().values;
    const input = { name, rule, delayMinutes: delay, asks, printConfigIds: [...ids] };
    const reply = await sendForm(api, 'savePrinterGroup', {
      ...input,
      ...(group ? { id: group.id } : {}),
    });
    if (reply.data) {
      onSaved(reply.data);
      return null;
    }
    // Use the key `ids`, so that the error disappears when these are changed.
    const { printConfigIds, ...others } = reply.errors;
    return printConfigIds ? { ...others, ids: printConfigIds } : others;
  };
  return { form, save: saveGroup };
};

/** Rule that selects the printer of a batch, and the delay before its labels move on. */
const TakeoverFields = ({ form: { values, errors, set } }: { form: Form<Values> }) => (
  <>
    <SelectField
      label="一批打印到哪一台"
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
      {...GROUP_DELAY_MINUTES}
      step={1}
      value={values.delay}
      error={errors.delayMinutes}
      hint="缺纸、开盖、离线都算；0 是立即。只转肯定没有打印的，一张标签每台最多到一次。"
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
  </>
);

/** Edits a printer group. `group`: the edited group; null creates a new one. */
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
  onSaved: (result: CallOutput<'savePrinterGroup'>) => void;
}) => {
  const { form, save } = useGroupForm(group, onSaved);
  const { values, errors, set } = form;
  return (
    <Dialog
      title={group ? '修改打印机组' : '新建打印机组'}
      shape="wide"
      maxWidth={520}
      onClose={onClose}
    >
      <form className={s.steps} {...form.getFormProps(save)}>
        <TextField
          label="名称"
          name="name"
          value={values.name}
          error={errors.name}
          placeholder="发货台"
          onChange={(name) => set({ name })}
        />
        <GroupPrinters
          configs={configs}
          isVirtual={isVirtual}
          ids={values.ids}
          error={errors.ids}
          onChange={(ids) => set({ ids })}
        />
        <TakeoverFields form={form} />
        <div className={s.presses}>
          <DialogButtons act={group ? '保存' : '新建'} isBusy={form.isBusy} onCancel={onClose} />
        </div>
      </form>
    </Dialog>
  );
};
