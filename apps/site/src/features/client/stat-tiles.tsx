import type { CallOutput } from '@yunbiao/contract';
import { useNow, useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatCount } from '@yunbiao/ui/format.ts';
import { formatFullDay } from '@yunbiao/ui/rel-time.ts';
import { useConnectionState } from '../../kit/live/live-print.ts';
import { describeLostConnection } from '../../kit/printing/printer-status.ts';
import { countDaysUntil } from '../../kit/software/vip-text.ts';

const VipTile = ({ stat }: { stat: CallOutput<'authStat'> }) => {
  const now = useNow();
  const zone = useTimeZone();
  if (stat.vipExpiresAt === null)
    return (
      <div>
        <dt>VIP</dt>
        <dd>—</dd>
        <dd className="note">现在是{stat.vipName}</dd>
      </div>
    );
  const days = now === null ? null : countDaysUntil(stat.vipExpiresAt, now, zone);
  return (
    <div>
      <dt>VIP 到期</dt>
      <dd>
        {days ?? '…'}
        <small>天后</small>
      </dd>
      <dd className="note">
        {stat.vipSpans.length > 1
          ? stat.vipSpans.map(({ name }, i) => `${i === 0 ? '先' : '再'}“${name}”`).join('')
          : stat.vipName}{' '}
        · {formatFullDay(stat.vipExpiresAt, zone)}
      </dd>
    </div>
  );
};

/** Figures above the client list. */
export const StatTiles = ({ stat }: { stat: CallOutput<'authStat'> }) => {
  const connectionLoss = describeLostConnection(useConnectionState());
  const labelsLeft = Math.max(0, stat.labelsPerMonth - stat.labelsThisMonth);
  return (
    <dl className="tiles" aria-label="授权概况">
      <div>
        <dt>已授权</dt>
        <dd>
          {stat.clientsUsed}
          <small>/ {stat.clientsAllowed} 台</small>
        </dd>
        <dd className="note">
          {stat.clientsUsed < stat.clientsAllowed
            ? `还能添加 ${stat.clientsAllowed - stat.clientsUsed} 台`
            : '已用满'}
        </dd>
      </div>
      <div>
        <dt>在线</dt>
        <dd>
          {stat.clientsOnline}
          <small>台</small>
        </dd>
        <dd className="note">{connectionLoss || `打印机 ${stat.printersReady} 台可用`}</dd>
      </div>
      <div>
        <dt>本月标签</dt>
        <dd>
          {formatCount(stat.labelsThisMonth)}
          <small>张</small>
        </dd>
        <dd className="note">
          额度 {formatCount(stat.labelsPerMonth)}，还剩 {formatCount(labelsLeft)}
        </dd>
      </div>
      <div>
        <dt>待处理</dt>
        <dd style={stat.attention > 0 ? { color: 'var(--warn)' } : undefined}>
          {stat.attention}
          <small>台</small>
        </dd>
        <dd className="note">
          {stat.attention > 0 ? '打印机停了，要人看一下' : '没有停下的打印机'}
        </dd>
      </div>
      <VipTile stat={stat} />
    </dl>
  );
};
