import { Dialog, toast } from '@yunbiao/ui';
import { TextField } from '@yunbiao/ui/field.tsx';
import { useEffect } from 'react';
import type { Errors } from '../../../kit/form/form-state.ts';
import { sendForm } from '../../../kit/form/send-form.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../../kit/form/validate.ts';
import { useApi } from '../../../kit/site/site.tsx';
import s from '../client.module.css';
import type { Client } from '../client-name.ts';
import { DialogButtons } from '../../../kit/form/dialog-buttons.tsx';

type TypeAddressProps = { client: Client; onClose: () => void; onSent: () => void };

/**
 * 输入网络地址: the address must be confirmed on the machine; otherwise anyone with access to this page
 * could make it connect anywhere.
 */
export const TypeAddress = ({ client, onClose, onSent }: TypeAddressProps) => {
  const api = useApi();
  const form = useForm({ address: '' });
  useEffect(preloadValidationSchemas, []);
  const submitPrinterAddress = async (): Promise<Errors | null> => {
    const input = { clientId: client.id, address: form.getState().values.address.trim() };
    const { data, errors } = await sendForm(api, 'foundAddress', input, {
      onRefusal: ({ msg }) => ({ address: msg }),
    });
    if (!data) return errors;
    toast.success(data.text);
    onSent();
    return null;
  };
  return (
    <Dialog title="输入网络地址" shape="wide" maxWidth={440} onClose={onClose}>
      <form className={s.form} {...form.getFormProps(submitPrinterAddress)}>
        <p className="small quiet">
          打印机没有自己报上来才用得着。为了不让网页指使那台电脑去连任何地方，地址要在“
          {client.remark || client.name}”上确认了才会去连。
        </p>
        <TextField
          label="打印机地址"
          name="address"
          value={form.values.address}
          placeholder="192.168.1.50 或 192.168.1.50:9100"
          error={form.errors.address}
          onChange={(address) => form.set({ address })}
        />
        <div className={s.row}>
          <DialogButtons act="发到那台电脑" isBusy={form.isBusy} onCancel={onClose} />
        </div>
      </form>
    </Dialog>
  );
};
