import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../kit/guide/trouble-guides.ts';
import { Link } from '@tanstack/react-router';
import { Status } from '@yunbiao/ui/status.tsx';
import { type ReactNode, useId, useState } from 'react';
import { SourceCommands } from '../../kit/printing/source-commands.tsx';
import { CreateVirtualPrinter } from '../../kit/roll/try-virtual.tsx';
import { VirtualRoll } from '../../kit/roll/virtual-roll.tsx';
import { DownloadButton } from '../../kit/software/download-button.tsx';
import type { DownloadFile } from '../../kit/software/files.ts';
import s from './account.module.css';
import type { Onboarding, Step } from './onboarding-steps.ts';

type FirstStepsProps = Omit<Onboarding, 'hasPrinted'> & {
  alias: string;
  files: readonly DownloadFile[];
  /** Called after a virtual printer was created. */
  onVirtual: () => void;
};

type StepPartProps = FirstStepsProps & {
  /** The first step that is not done has the primary button. */
  buttonClass: string;
};

const PickStep = ({ alias, buttonClass }: StepPartProps) => (
  <Link className={buttonClass} to="/$soft/tools/temp" params={{ soft: alias }}>
    挑标签
  </Link>
);

const FillStep = ({ alias, buttonClass }: StepPartProps) => (
  <Link className={buttonClass} to="/$soft/user/print" params={{ soft: alias }}>
    去填写
  </Link>
);

/** Connects a printer: a download before the first client, its printers afterwards. */
const RealStep = ({ alias, files, realClient, buttonClass }: StepPartProps) => {
  if (realClient || files.length === 0)
    return (
      <Link
        className={buttonClass}
        to="/$soft/user/auth"
        params={{ soft: alias }}
        search={realClient ? {} : { pair: '1' }}
      >
        {realClient ? '查看如何添加' : '填配对码'}
      </Link>
    );
  return <DownloadButton alias={alias} files={files} className={buttonClass} />;
};

/** Other ways to connect a printer. */
const RealStepLinks = ({ alias, realClient }: StepPartProps) =>
  realClient ? null : (
    <div className={s.ways}>
      <Link className="link small" to="/$soft/download" params={{ soft: alias }}>
        其他系统
      </Link>
      <Link
        className="link small"
        to="/$soft/user/auth"
        params={{ soft: alias }}
        search={{ pair: '1' }}
      >
        填配对码
      </Link>
      <GuideLink guide={PLACE_GUIDES['first-steps']}>一步一步看</GuideLink>
      <SourceCommands part="pairing" />
    </div>
  );

const getHint = ({ key }: Step, { realClient }: FirstStepsProps): string => {
  switch (key) {
    case 'pick':
      return '价签、货位、食品、面单，挑一张差不多的。';
    case 'fill':
      return '填几个字打印一张，或者打开表格，一行打印一张。';
    case 'virtual':
      return '没有打印机，标签从网页上的纸卷里出来，每一个点都看得到。';
    case 'real':
      return realClient
        ? '已经配对。它找到的打印机，点“使用”就行。'
        : '在连着打印机的电脑上装上打印客户端，双击打开，就能配对。';
  }
};

/** The roll of the virtual printer, which starts only when it is opened. */
const useRoll = (client: FirstStepsProps['virtualClient']) => {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const renderRollButton = (className: string): ReactNode => (
    <button
      type="button"
      className={className}
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => setIsOpen(!isOpen)}
    >
      {isOpen ? '收起纸卷' : '查看纸卷'}
    </button>
  );
  const roll = (
    <div id={id} className={s.roll} hidden={!isOpen}>
      {isOpen && client && <VirtualRoll clientId={client.id} isShort />}
    </div>
  );
  return { renderRollButton, roll };
};

type StepRowProps = FirstStepsProps & { step: Step; isNext: boolean };

const StepRow = ({ step, isNext, ...props }: StepRowProps) => {
  const { key, title, isDone } = step;
  const { virtualClient, onVirtual } = props;
  const { renderRollButton, roll } = useRoll(virtualClient);
  const part = { ...props, buttonClass: isNext ? 'button compact primary' : 'button compact' };
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <Status kind={isDone ? 'ok' : isNext ? 'running' : 'queued'} />
      <b>
        {title}
        {isDone && <span className="visually-hidden">（已完成）</span>}
      </b>
      {!isDone && <p>{getHint(step, props)}</p>}
      <div className={s.acts}>
        {key === 'pick' && <PickStep {...part} />}
        {key === 'fill' && <FillStep {...part} />}
        {key === 'virtual' && !isDone && (
          <CreateVirtualPrinter
            isBrief
            isPrimary={isNext}
            label="用虚拟打印机"
            onOpened={onVirtual}
          />
        )}
        {key === 'virtual' && isDone && virtualClient && renderRollButton(part.buttonClass)}
        {key === 'real' && <RealStep {...part} />}
      </div>
      {key === 'virtual' && isDone && virtualClient && roll}
      {key === 'real' && !isDone && <RealStepLinks {...part} />}
    </li>
  );
};

/** Steps from choosing a label to the member's own printer, with the state of each. */
export const FirstSteps = (props: FirstStepsProps) => {
  const next = props.steps.find(({ isDone }) => !isDone);
  return (
    <ol className={`${s.due} ${s.first}`} aria-label="开始打印的步骤">
      {props.steps.map((step) => (
        <StepRow key={step.key} {...props} step={step} isNext={step === next} />
      ))}
    </ol>
  );
};
