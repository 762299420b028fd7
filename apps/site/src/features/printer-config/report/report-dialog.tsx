import { Link } from '@tanstack/react-router';
import { Dialog } from '@yunbiao/ui';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { isFocusLost } from '@yunbiao/ui/focus.ts';
import { useEffect, useRef, useState } from 'react';
import s from '../config.module.css';
import type { Config } from '../draft.ts';
import { describeModelsLeftOut } from './left-out.ts';
import { usePrinterReport } from './use-printer-report.ts';

type ReportDialogProps = { alias: string; config: Config; onClose: () => void };
type Reporting = ReturnType<typeof usePrinterReport>;

/**
 * Keeps the focus in the dialog when the button that had it is gone with its report. On no other
 * button: a second Enter must not withdraw the next report.
 */
const useFocusInDialog = (reports: unknown) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocusLost()) place.current?.closest('dialog')?.focus();
  }, [reports]);
  return place;
};

/** Models the member has reported, each with a way back. */
const OwnReports = ({ reporting: { choices, isBusy, withdraw } }: { reporting: Reporting }) => {
  const reports = choices?.reports ?? [];
  const place = useFocusInDialog(choices?.reports);
  return (
    <div ref={place}>
      {reports.length > 0 && (
        <ul className={s.reports} aria-label="报过的型号">
          {reports.map(({ model, title, printerName }) => (
            <li key={model}>
              <span>
                {title}
                <small className="faint">{printerName}</small>
              </span>
              <button
                type="button"
                className="bare small"
                aria-disabled={isBusy}
                onClick={() => void withdraw(model)}
              >
                撤回<span className="visually-hidden">{title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** Brand, then model. */
const ModelFields = ({
  reporting: { choices, error, clearError },
  model,
  onModel,
}: {
  reporting: Reporting;
  model: string;
  onModel: (model: string) => void;
}) => {
  const [brandName, setBrandName] = useState('');
  const brands = choices?.brands ?? [];
  const brand = brands.find(({ name }) => name === brandName);
  const chooseModel = (name: string): void => {
    clearError();
    onModel(name);
  };
  return (
    <>
      <SelectField
        label="牌子"
        name="brand"
        value={brandName}
        placeholder="选择牌子"
        options={brands.map(({ name, title, latin }) => ({
          value: name,
          label: title === latin ? title : `${title} ${latin}`,
        }))}
        onChange={(name) => {
          setBrandName(name);
          chooseModel('');
        }}
      />
      <SelectField
        label="型号"
        name="model"
        value={model}
        error={error}
        placeholder={!brand ? '先选牌子' : brand.models.length > 0 ? '选择型号' : '没有可选的'}
        hint={brand && describeModelsLeftOut(brand, choices?.language ?? null)}
        options={(brand?.models ?? []).map(({ name, title }) => ({ value: name, label: title }))}
        onChange={chooseModel}
      />
    </>
  );
};

/** 这台能用: says which model a configuration's printer is; printed labels prove that it works. */
export const PrinterReportDialog = ({ alias, config, onClose }: ReportDialogProps) => {
  const reporting = usePrinterReport(config.id);
  const [model, setModel] = useState('');
  const { choices, failure, isBusy } = reporting;
  const isBlocked = isBusy || model === '';
  const submitReport = async (): Promise<void> => {
    if (!isBlocked && (await reporting.report(model))) setModel('');
  };
  return (
    <Dialog title="这台能用" shape="wide" maxWidth={480} onClose={onClose}>
      <div className={s.steps}>
        <p className="small quiet">
          “{config.printerName}”是哪个型号？只在
          <Link className="link" to="/$soft/tools/printers" params={{ soft: alias }}>
            打印机型号
          </Link>
          里加一个数，不写你是谁。
        </p>
        {failure ? (
          <p className="medium" role="alert">
            没有取到型号：{failure}
          </p>
        ) : choices ? (
          <ModelFields reporting={reporting} model={model} onModel={setModel} />
        ) : (
          <p className="quiet" role="status">
            正在取型号
          </p>
        )}
        <OwnReports reporting={reporting} />
        <div className={s.presses}>
          <button type="button" className="button" onClick={onClose}>
            关闭
          </button>
          <button
            type="button"
            className="button primary"
            // Not `disabled`, which would lose the focus after a report.
            aria-disabled={isBlocked}
            onClick={() => void submitReport()}
          >
            报告能用
          </button>
        </div>
      </div>
    </Dialog>
  );
};
