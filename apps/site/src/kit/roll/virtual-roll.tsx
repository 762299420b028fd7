import { Link } from '@tanstack/react-router';
import { MAX_ROLL_LABELS } from '@yunbiao/contract/limits/client';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import type { ReactNode } from 'react';
import { useSoftwareAlias } from '../site/site.tsx';
import { PaperRoll } from './paper-roll.tsx';
import { RollSwitches } from './roll-switches.tsx';
import css from './roll.module.css';
import { useVirtualPrinterRoll } from './use-roll.ts';
import { describeRoll } from './roll-messages.ts';

const PRINT_ONE = (alias: string): ReactNode => (
  <>
    纸卷还是空的。
    <Link className="link" to="/$soft/user/print" params={{ soft: alias }}>
      去打印一张
    </Link>
    ，它会从这里出来。
  </>
);

type VirtualRollProps = {
  clientId: string;
  /** Next to a batch: shows only the latest labels and a link to all. */
  isShort?: boolean;
  /** True when the stock has several labels side by side: the roll counts such a row as one. */
  inRows?: boolean;
};

/** A virtual printer: its roll and its switches. */
export const VirtualRoll = ({ clientId, isShort = false, inRows = false }: VirtualRollProps) => {
  const soft = useSoftwareAlias();
  const { roll, failure, read, set } = useVirtualPrinterRoll(clientId);
  if (!roll && failure)
    return <LoadError title="纸卷没有打开" reason={failure.msg} onRetry={() => void read()} />;
  if (!roll)
    return (
      <p className={`small quiet ${css.wait}`} role="status">
        正在打开纸卷…
      </p>
    );
  return (
    <section
      className={isShort ? `${css.desk} ${css.short}` : css.desk}
      aria-label="虚拟打印机的纸卷"
    >
      {failure && (
        <LoadError title="纸卷没有刷新" reason={failure.msg} onRetry={() => void read()} />
      )}
      <PaperRoll roll={roll} most={3} empty={isShort ? '标签会从这里出来。' : PRINT_ONE(soft)} />
      <div className={css.side}>
        <p className={css.now}>{describeRoll(roll.state)}</p>
        {inRows && <p className="small faint">纸卷上一排算一张。</p>}
        <RollSwitches state={roll.state} onSet={(name, on) => void set(name, on)} />
        {!isShort && (
          <p className="small faint">
            纸卷上是打印机真的收到的点。它和真打印机走一样的排队、记账和凭据，标签照算额度；最多留最近{' '}
            {MAX_ROLL_LABELS} 张。一排打印几张的，一排在这里算一张。
          </p>
        )}
      </div>
    </section>
  );
};
