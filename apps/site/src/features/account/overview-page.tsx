import { Link, useNavigate } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { formatCount, keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useLiveData } from '../../kit/live/live-data.ts';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { useApi, useSession } from '../../kit/site/site.tsx';
import { BatchRows } from './batch-rows.tsx';
import { DueList } from './due-list.tsx';
import { countDueItems, listDueItemsByUrgency } from './due-items.ts';
import { FirstSteps } from './first-steps.tsx';
import { describeFirstSteps, computeOnboarding, type Onboarding } from './onboarding-steps.ts';
import { SecondaryOverview } from './secondary-overview.tsx';
import { MonthGauge } from './month-gauge.tsx';
import {
  applyEventToOverview,
  type Incident,
  loadOverview,
  type Overview,
} from './overview-data.ts';
import { PrinterRows } from './printer-rows.tsx';
import { SampleNote } from './sample-note.tsx';
import { usePrintProgress } from './use-print-progress.ts';

type OnboardingState = Pick<Onboarding, 'steps' | 'hasPrinted'>;

const formatOverviewHeading = (
  name: string,
  count: number,
  { steps, hasPrinted }: OnboardingState,
): string => {
  if (steps.length > 0 && !hasPrinted) return `${name}，打印出第一张标签`;
  if (count > 0) return `${name}，有 ${count} 件事等你`;
  return steps.length > 0 ? `${name}，标签打印出来了` : `${name}，没有待处理的事`;
};

const describeOverview = (data: Overview, { steps, hasPrinted }: OnboardingState): string => {
  if (steps.length > 0)
    return hasPrinted
      ? '还差一步：接上自己的打印机，从任何地方都能打印。'
      : describeFirstSteps(steps);
  return data.stat.labelsThisMonth > 0
    ? `本月已收下 ${formatCount(data.stat.labelsThisMonth)} 张标签。`
    : '本月还没有打印。';
};

const OverviewHead = ({
  title,
  text,
  alias,
  canPrint,
}: {
  title: string;
  text: string;
  alias: string;
  canPrint: boolean;
}) => (
  <div className="page-head">
    <div>
      <h1>{keepNumbersWithUnits(title)}</h1>
      <p>{keepNumbersWithUnits(text)}</p>
    </div>
    {canPrint && (
      <div className="push-end">
        <Link className="button compact primary" to="/$soft/user/print" params={{ soft: alias }}>
          <Icon name="print" />
          打印
        </Link>
      </div>
    )}
  </div>
);

type OverviewPageProps = { alias: string; loaded: Envelope<Overview> };

/**
 * 概览: items that need the member, monthly quota, printers, recent batches, templates and notices.
 * New members see the first steps.
 */
export const OverviewPage = ({ alias, loaded }: OverviewPageProps) => {
  const api = useApi();
  const navigate = useNavigate();
  const name = useSession(({ userInfo }) => userInfo?.nickname || userInfo?.username || '你好');
  const isDemo = useSession(({ userInfo }) => userInfo?.isDemo === true);
  const progress = usePrintProgress(alias);
  const { data, failure, reload, refresh, patch } = useLiveData(loaded, () => loadOverview(api));
  usePrintEvents((event) => {
    if (!data || applyEventToOverview(data, event).isStale) refresh();
    patch((now) => applyEventToOverview(now, event).data);
  });

  if (!data)
    return (
      <>
        <OverviewHead
          title="概览"
          text="等你处理的事、本月用量和打印机。"
          alias={alias}
          canPrint={false}
        />
        {failure && (
          <LoadError
            title="没有取到概览"
            reason={failure.msg}
            requestId={failure.data?.requestId}
            onRetry={() => void reload()}
          />
        )}
      </>
    );
  const dueItems = listDueItemsByUrgency(data);
  const onboarding = computeOnboarding(data, { isDemo, progress });
  const isNew = onboarding.steps.length > 0;
  const removeIncident = (settled: Incident): void => {
    patch((now) => ({
      ...now,
      incidents: {
        ...now.incidents,
        list: now.incidents.list.filter((incident) => incident !== settled),
      },
    }));
    void reload();
  };
  const goToPrint = (): void => void navigate({ to: '/$soft/user/print', params: { soft: alias } });
  const dueList = dueItems.length > 0 && (
    <DueList due={dueItems} alias={alias} onSettled={removeIncident} />
  );
  const isLeading = isNew && !onboarding.hasPrinted;
  return (
    <>
      <OverviewHead
        title={formatOverviewHeading(name, countDueItems(dueItems), onboarding)}
        text={describeOverview(data, onboarding)}
        alias={alias}
        canPrint={onboarding.hasPrinted}
      />
      {!isLeading && dueList}
      {isNew && (
        <FirstSteps {...onboarding} files={data.files} alias={alias} onVirtual={goToPrint} />
      )}
      <SampleNote clients={data.clients.list} alias={alias} />
      {isLeading && dueList}
      <MonthGauge stat={data.stat} />
      <PrinterRows data={data} alias={alias} />
      <BatchRows batches={data.batches} alias={alias} />
      <SecondaryOverview alias={alias} />
    </>
  );
};
