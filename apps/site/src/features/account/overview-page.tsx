import { Link, useNavigate } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/envelope';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { formatCount, keepUnits } from '@yunbiao/ui/format.ts';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useLiveData } from '../../kit/live/live-data.ts';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { useApi, useSession } from '../../kit/site/site.tsx';
import { BatchRows } from './batch-rows.tsx';
import { DueList } from './due-list.tsx';
import { countDue, getDue, listSteps } from './due.ts';
import { FirstSteps } from './first-steps.tsx';
import { Later } from './later.tsx';
import { MonthGauge } from './month-gauge.tsx';
import { applyEvent, type Incident, loadOverview, type Overview } from './overview-data.ts';
import { PrinterRows } from './printer-rows.tsx';
import { SampleNote } from './sample-note.tsx';

const heading = (name: string, count: number, isNew: boolean): string => {
  if (count > 0) return `${name}，有 ${count} 件事等你`;
  return isNew ? `${name}，印出第一张标签` : `${name}，都办好了`;
};

const today = (data: Overview): string =>
  data.stat.labelsThisMonth > 0
    ? `本月已收下 ${formatCount(data.stat.labelsThisMonth)} 张标签。`
    : '本月还没有打印。';

const Head = ({
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
      <h1>{keepUnits(title)}</h1>
      <p>{keepUnits(text)}</p>
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

/** 概览: what waits for the member, the month, the printers, the last batches, templates and notices; for a newcomer, the way there. */
export const OverviewPage = ({ alias, loaded }: OverviewPageProps) => {
  const api = useApi();
  const navigate = useNavigate();
  const name = useSession(({ userInfo }) => userInfo?.nickname || userInfo?.username || '你好');
  const { data, failure, reload, refresh, patch } = useLiveData(loaded, () => loadOverview(api));
  usePrintEvents((event) => {
    if (!data || applyEvent(data, event).isStale) refresh();
    patch((now) => applyEvent(now, event).data);
  });

  if (!data)
    return (
      <>
        <Head title="概览" text="等你处理的事、本月用量和打印机。" alias={alias} canPrint={false} />
        {failure && (
          <Trouble
            what="没有取到概览"
            why={failure.msg}
            requestId={failure.data?.requestId}
            onRetry={() => void reload()}
          />
        )}
      </>
    );
  const due = getDue(data);
  const steps = listSteps(data);
  const isNew = steps.length > 0;
  const settle = (settled: Incident): void => {
    patch((now) => ({
      ...now,
      incidents: {
        ...now.incidents,
        list: now.incidents.list.filter((incident) => incident !== settled),
      },
    }));
    void reload();
  };
  const toPrint = (): void => void navigate({ to: '/$soft/user/print', params: { soft: alias } });
  const onVirtual = data.stat.virtualOffered ? toPrint : undefined;
  return (
    <>
      <Head
        title={heading(name, countDue(due), isNew)}
        text={isNew ? '四步就能从任何地方打印，做到哪一步这里都记着。' : today(data)}
        alias={alias}
        canPrint={data.configs.list.length > 0}
      />
      <SampleNote clients={data.clients.list} alias={alias} onVirtual={onVirtual} />
      {due.length > 0 && <DueList due={due} alias={alias} onSettled={settle} />}
      {isNew && <FirstSteps steps={steps} alias={alias} onVirtual={onVirtual} />}
      <MonthGauge stat={data.stat} />
      <PrinterRows data={data} alias={alias} />
      <BatchRows batches={data.batches} alias={alias} />
      <Later alias={alias} />
    </>
  );
};
