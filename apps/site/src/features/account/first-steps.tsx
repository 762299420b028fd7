import { Link } from '@tanstack/react-router';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import type { ReactNode } from 'react';
import { usePairCommand } from '../../kit/printing/agent-commands.ts';
import { TryVirtual } from '../../kit/roll/try-virtual.tsx';
import s from './account.module.css';
import type { Step } from './due.ts';

const HINTS: Record<Step['key'], string> = {
  pair: '在连着打印机的电脑上装上打印客户端，打开它；从源码运行的，运行配对命令，填它显示的配对码。',
  printer: '客户端找到的打印机列在它下面，点“使用”。没有找到的，填它的网络地址。',
  config: '纸有多大、间距多少、往哪边偏，记一次就好。',
  print: '挑一个模板，填内容，点打印。',
};

const PairCommand = () => (
  <CopyButton text={usePairCommand()} what="配对命令">
    复制命令
  </CopyButton>
);

type FirstStepsProps = {
  steps: readonly Step[];
  alias: string;
  /** A virtual printer stands; left out: the site offers none. */
  onVirtual: (() => void) | undefined;
};

type ActProps = Pick<FirstStepsProps, 'alias' | 'onVirtual'> & { step: Step };

const Act = ({ step, alias, onVirtual }: ActProps): ReactNode => {
  const params = { soft: alias };
  switch (step.key) {
    case 'pair':
      return (
        <>
          <PairCommand />
          <Link
            className="button compact primary"
            to="/$soft/user/auth"
            params={params}
            search={{ pair: '1' }}
          >
            填配对码
          </Link>
          {onVirtual && <TryVirtual isBrief onOpened={onVirtual} />}
        </>
      );
    case 'printer':
      return (
        <Link className="button compact primary" to="/$soft/user/auth" params={params}>
          看怎么加
        </Link>
      );
    case 'config':
      return (
        <Link
          className="button compact primary"
          to="/$soft/user/printerCfg"
          params={params}
          search={{ new: '1' }}
        >
          新建配置
        </Link>
      );
    case 'print':
      return (
        <Link className="button compact primary" to="/$soft/user/print" params={params}>
          去打印
        </Link>
      );
  }
};

/** From nothing to the first label: what is done, and the one thing to do next. */
export const FirstSteps = ({ steps, alias, onVirtual }: FirstStepsProps) => {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol className={`${s.due} ${s.first}`} aria-label="开始打印的步骤">
      {steps.map((step) => (
        <li key={step.key} aria-current={step === next ? 'step' : undefined}>
          <Status kind={step.isDone ? 'ok' : step === next ? 'running' : 'queued'} />
          <b>
            {step.title}
            {step.isDone && <span className="visually-hidden">（已完成）</span>}
          </b>
          {step === next && (
            <p>
              {HINTS[step.key]}
              {step.key === 'pair' && onVirtual && '没有打印机，就用虚拟打印机先印一张。'}
            </p>
          )}
          {step === next && (
            <div className={s.acts}>
              <Act step={step} alias={alias} onVirtual={onVirtual} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
};
