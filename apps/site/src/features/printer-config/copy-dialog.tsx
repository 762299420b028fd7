import { Dialog, toast } from '@yunbiao/ui';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { useEffect, useState } from 'react';
import { sendForm } from '../../kit/form/send-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { useApi } from '../../kit/site/site.tsx';
import s from './config.module.css';
import { copyConfig } from './copy-config.ts';
import { listPrinters, type Client, type Config } from './draft.ts';

type CopyProps = {
  config: Config;
  clients: readonly Client[];
  /** Names of the member's configurations. */
  taken: readonly string[];
  onCopied: (config: Config) => void;
  onClose: () => void;
};

/** 复制到另一台打印机, with a list of settings that are not copied. */
export const CopyDialog = ({ config, clients, taken, onCopied, onClose }: CopyProps) => {
  const api = useApi();
  const otherPrinters = listPrinters(clients).filter(({ id }) => id !== config.printerId);
  const [chosenPrinter, setChosen] = useState(otherPrinters[0]?.id ?? '');
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(preloadValidationSchemas, []);
  const printer = otherPrinters.find(({ id }) => id === chosenPrinter);
  const copy = printer && copyConfig(config, printer, taken);
  const saveConfigCopy = async (): Promise<void> => {
    if (!copy || isBusy) return;
    setIsBusy(true);
    const { data, errors } = await sendForm(api, 'savePrintConfig', copy.input);
    setIsBusy(false);
    if (!data) return setError(Object.values(errors)[0] ?? '');
    toast.success(`复制成了“${data.name}”`);
    onCopied(data);
  };
  const getClientName = (id: string): string => {
    const client = clients.find((client) => client.id === id);
    return client ? client.remark || client.name : '';
  };
  return (
    <Dialog title="复制到另一台打印机" shape="wide" maxWidth={480} onClose={onClose}>
      <div className={s.steps}>
        {otherPrinters.length === 0 ? (
          <p className="medium quiet">没有别的打印机。先到打印客户端里加一台，再来复制。</p>
        ) : (
          <>
            <SelectField
              label="打印机"
              name="printerId"
              value={chosenPrinter}
              error={error}
              options={otherPrinters.map(({ id, name, clientId }) => ({
                value: id,
                label: `${name} · ${getClientName(clientId)}`,
              }))}
              onChange={(id) => {
                setChosen(id);
                setError('');
              }}
            />
            <ul className={`small quiet ${s.dropped}`} aria-live="polite">
              {copy?.dropped.map((sentence) => (
                <li key={sentence}>{sentence}。</li>
              ))}
              {copy?.dropped.length === 0 && <li>都能带过去。</li>}
            </ul>
          </>
        )}
        <div className={s.presses}>
          <button type="button" className="button" onClick={onClose}>
            {otherPrinters.length === 0 ? '关闭' : '取消'}
          </button>
          {otherPrinters.length > 0 && (
            <button
              type="button"
              className="button primary"
              aria-disabled={isBusy}
              onClick={() => void saveConfigCopy()}
            >
              复制
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
};
