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
import { chooseRealPrinterAction, type Onboarding, type Step } from './onboarding-steps.ts';

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

const PickTemplateLink = ({ alias, buttonClass }: StepPartProps) => (
  <Link className={buttonClass} to="/$soft/tools/temp" params={{ soft: alias }}>
    挑标签
  </Link>
);

const FillInLabelLink = ({ alias, buttonClass }: StepPartProps) => (
  <Link className={buttonClass} to="/$soft/user/print" params={{ soft: alias }}>
    去填写
  </Link>
);

const PairClientLink = ({ alias, className }: { alias: string; className: string }) => (
  <Link className={className} to="/$soft/user/auth" params={{ soft: alias }} search={{ pair: '1' }}>
    填配对码
  </Link>
);

/** Connects a printer: a download before the first client, its printers afterwards. */
const ConnectRealPrinterButton = ({ alias, files, realClient, buttonClass }: StepPartProps) => {
  switch (chooseRealPrinterAction(realClient, files)) {
    case 'download':
      return <DownloadButton alias={alias} files={files} className={buttonClass} />;
    case 'pair':
      return <PairClientLink alias={alias} className={buttonClass} />;
    case 'printers':
      return (
        <Link className={buttonClass} to="/$soft/user/auth" params={{ soft: alias }}>
          查看如何添加
        </Link>
      );
  }
};

/** Other ways to connect a printer. */
const OtherConnectionLinks = ({ alias, files, realClient }: StepPartProps) => {
  const act = chooseRealPrinterAction(realClient, files);
  if (act === 'printers') return null;
  return (
    <div className={s.ways}>
      {act === 'download' && (
        <>
          <Link className="link small" to="/$soft/download" params={{ soft: alias }}>
            其他系统
          </Link>
          <PairClientLink alias={alias} className="link small" />
        </>
      )}
      <GuideLink guide={PLACE_GUIDES['first-steps']}>一步一步看</GuideLink>
      <SourceCommands part="pairing" />
    </div>
  );
};

const getStepHint = ({ key }: Step, { realClient }: FirstStepsProps): string => {
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
const useVirtualRollToggle = (client: FirstStepsProps['virtualClient']) => {
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

type StepFrameProps = StepRowProps & {
  /** Buttons of the step. */
  acts: ReactNode;
  children?: ReactNode;
};

const StepFrame = ({ step, isNext, acts, children, ...props }: StepFrameProps) => {
  const { title, isDone } = step;
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <Status kind={isDone ? 'ok' : isNext ? 'running' : 'queued'} />
      <b>
        {title}
        {isDone && <span className="visually-hidden">（已完成）</span>}
      </b>
      {!isDone && <p>{getStepHint(step, props)}</p>}
      <div className={s.acts}>{acts}</div>
      {children}
    </li>
  );
};

const getButtonClass = (isNext: boolean): string =>
  isNext ? 'button compact primary' : 'button compact';

const VirtualPrinterStepRow = (props: StepRowProps) => {
  const { step, isNext, virtualClient, onVirtual } = props;
  const { renderRollButton, roll } = useVirtualRollToggle(virtualClient);
  if (!step.isDone)
    return (
      <StepFrame
        {...props}
        acts={
          <CreateVirtualPrinter
            isBrief
            isPrimary={isNext}
            label="用虚拟打印机"
            onOpened={onVirtual}
          />
        }
      />
    );
  return (
    <StepFrame {...props} acts={virtualClient && renderRollButton(getButtonClass(isNext))}>
      {virtualClient && roll}
    </StepFrame>
  );
};

const StepRow = (props: StepRowProps) => {
  const { step, isNext } = props;
  const part = { ...props, buttonClass: getButtonClass(isNext) };
  switch (step.key) {
    case 'pick':
      return <StepFrame {...props} acts={<PickTemplateLink {...part} />} />;
    case 'fill':
      return <StepFrame {...props} acts={<FillInLabelLink {...part} />} />;
    case 'virtual':
      return <VirtualPrinterStepRow {...props} />;
    case 'real':
      return (
        <StepFrame {...props} acts={<ConnectRealPrinterButton {...part} />}>
          {!step.isDone && <OtherConnectionLinks {...part} />}
        </StepFrame>
      );
  }
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
