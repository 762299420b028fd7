import { Link } from '@tanstack/react-router';
import { cleanDisplayText } from '@yunbiao/contract/core/display-text';
import { getIndicatorBarLength } from '@yunbiao/label/indicator-label';
import { Dialog, toast } from '@yunbiao/ui';
import { TextField } from '@yunbiao/ui/field.tsx';
import { parseNumber } from '@yunbiao/ui/number.ts';
import { useState } from 'react';
import type { Errors } from '../../../kit/form/form-state.ts';
import s from '../client.module.css';
import type { FoundPrinter } from './discovery-messages.ts';
import { DiscoveredPrinterFields, LabelSizeFields } from './set-up-fields.tsx';
import { isAddedPrinter, usePrinterSetup, type AddedPrinter } from './use-set-up.ts';
import type { Client, Printer } from '../client-name.ts';
import { DialogButtons } from '../../../kit/form/dialog-buttons.tsx';

const AddedPrinterMessage = ({
  printer,
  configId,
  alias,
  onClose,
}: {
  printer: Printer;
  configId: string | null;
  alias: string;
  onClose: () => void;
}) => (
  <div className={s.form}>
    <p className="medium">“{printer.name}”可以用了。</p>
    <p className="small quiet">
      {configId === null
        ? '配置没有建成，到打印机配置里给它新建一个。'
        : '配置也建好了。打印一张校准标签，量两个数，以后就不会偏了。'}
    </p>
    <div className={s.row}>
      <button type="button" className="button" onClick={onClose}>
        关闭
      </button>
      <Link
        className="button primary"
        to="/$soft/user/printerCfg"
        params={{ soft: alias }}
        search={
          configId === null ? { new: '1', printer: printer.id } : { id: configId, calibrate: '1' }
        }
        data-autofocus
      >
        {configId === null ? '新建配置' : '去校准'}
      </Link>
    </div>
  </div>
);

type UseFoundProps = {
  client: Client;
  alias: string;
  found: FoundPrinter;
  onClose: () => void;
  onChanged: () => void;
};

/** 使用: name, language, resolution and label size of a discovered printer, with a test label. */
export const AddDiscoveredPrinter = ({
  client,
  alias,
  found,
  onClose,
  onChanged,
}: UseFoundProps) => {
  const { form, said, isAsking, look, test, take } = usePrinterSetup(client, found, onChanged);
  const [addedPrinter, setDone] = useState<AddedPrinter | null>(null);
  const { values, errors } = form;
  const submitDiscoveredPrinter = async (): Promise<Errors | null> => {
    const outcome = await take();
    if (!isAddedPrinter(outcome)) return outcome;
    toast.success(`已添加“${outcome.printer.name}”`);
    setDone(outcome);
    return null;
  };
  return (
    <Dialog
      title={`使用“${cleanDisplayText(found.name, 24)}”`}
      shape="wide"
      maxWidth={560}
      onClose={onClose}
    >
      {addedPrinter ? (
        <AddedPrinterMessage
          printer={addedPrinter.printer}
          configId={addedPrinter.configId}
          alias={alias}
          onClose={onClose}
        />
      ) : (
        <form className={s.form} {...form.getFormProps(submitDiscoveredPrinter)}>
          <TextField
            label="名称"
            name="name"
            value={values.name}
            error={errors.name}
            onChange={(name) => form.set({ name })}
          />
          <LabelSizeFields found={found} form={form} />
          <DiscoveredPrinterFields found={found} form={form} />
          <div className={s.trial}>
            <div className="row">
              <button
                type="button"
                className="button compact"
                aria-disabled={isAsking}
                onClick={() => void test()}
              >
                打印一张测试标签
              </button>
              <button
                type="button"
                className="bare small"
                aria-disabled={isAsking}
                onClick={() => void look()}
              >
                问问打印机
              </button>
            </div>
            <p className="small quiet" aria-live="polite">
              {isAsking ? '正在问打印机…' : said}
            </p>
            <p className="small quiet">
              标签上打印着语言和三根横条，拿尺子量：正好{' '}
              {getIndicatorBarLength({ widthMm: parseNumber(values.widthMm) ?? 60 })} mm
              的那一根旁边写多少，就选多少
              dpi。什么都没打印、或者打印出一串乱码，换一种打印语言后重试。
            </p>
          </div>
          <div className={s.row}>
            <DialogButtons act="使用" isBusy={form.isBusy} onCancel={onClose} />
          </div>
        </form>
      )}
    </Dialog>
  );
};
