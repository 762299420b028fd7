import { GuideLink } from '../../../kit/guide/guide-link.tsx';
import { findPrinterGuide } from '../../../kit/guide/trouble-guides.ts';
import { CLIENT_PAUSED_LABEL } from '@yunbiao/contract/evidence';
import { Status } from '@yunbiao/ui';
import type { LiveBatch } from '../../../kit/printing/batch-state.ts';
import { useConnectionState } from '../../../kit/live/live-print.ts';
import { getPrinterStatus } from '../../../kit/printing/printer-status.ts';
import css from '../print.module.css';

/** Hints for jobs that wait for a printer that does not print. */
const WAIT_HINTS: Partial<Record<LiveBatch['info']['printerState'], string>> = {
  stopped: '处理好会自动继续打印',
  offline: '连上就继续打印',
  removed: '剩下的打印不了，换一个配置再打印一批',
};

/** Hints when the client is paused; it may also be offline. */
const PAUSED_WAIT_HINTS: typeof WAIT_HINTS = {
  stopped: '启用就继续打印',
  offline: '启用并连上就继续打印',
};

/** Hints when another printer of the group can continue. */
const GROUP_MOVE_HINT = '没打印的按组的规则转到别的打印机';
const GROUP_ASK_HINT = '别的打印机能继续打印，要不要转过去，点“查看明细”决定';

/** State of the printers that still have open labels. */
export const PrinterStates = ({ info }: { info: LiveBatch['info'] }) => {
  const { printerName, printerState, printerStateText, group, virtualClientId } = info;
  const news = useConnectionState();
  if (info.counts.queued + info.counts.sending === 0) return null;
  const isVirtual = virtualClientId !== null;
  const places = group?.places.filter(({ open }) => open > 0) ?? [
    { printerId: '', printerName, state: printerState, stateText: printerStateText },
  ];
  return (
    <div role="status">
      {places.map((place) => {
        const { kind, text } = getPrinterStatus(place, { online: true, news });
        const moves = group?.asks ? GROUP_ASK_HINT : GROUP_MOVE_HINT;
        const isPaused = place.stateText === CLIENT_PAUSED_LABEL;
        const ownHint = (isPaused ? PAUSED_WAIT_HINTS : WAIT_HINTS)[place.state];
        const comfort = 'canMove' in place && place.canMove ? moves : ownHint;
        return (
          <p key={place.printerId} className={css.printerNow}>
            <span>{place.printerName}</span>
            <Status kind={kind}>{text}</Status>
            {!news.lost && comfort && <span className="faint">{comfort}</span>}
            <GuideLink guide={findPrinterGuide(place, { isOnline: true, isVirtual, news })} />
          </p>
        );
      })}
    </div>
  );
};
