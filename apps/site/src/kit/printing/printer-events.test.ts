import { describe, expect, it } from 'vitest';
import { applyPrinterEventToConfigs, hasPrinterStateChanged } from './printer-events.ts';
import { getPrinterStatus } from './printer-status.ts';

const createPrinterEvent = (rest: object = {}) => ({
  type: 'printer' as const,
  id: '7',
  clientId: '1',
  state: 'idle' as const,
  stateText: '',
  stateReasons: [] as readonly string[],
  counter: 12,
  ...rest,
});
const stopped = {
  printerId: '7',
  printerState: 'stopped' as const,
  printerStateText: '缺纸',
  printerReasons: ['media-empty'],
};

describe('news of a printer', () => {
  it('leaves nothing behind of why it stood', () => {
    const other = { ...stopped, printerId: '8' };
    const [now, same] = applyPrinterEventToConfigs([stopped, other], createPrinterEvent());
    expect(same).toEqual(other);
    const known = { online: true, news: { lost: false, lastAt: null } };
    const describeStatus = (config: typeof now) =>
      config &&
      getPrinterStatus(
        {
          state: config.printerState,
          stateText: config.printerStateText,
          stateReasons: config.printerReasons,
        },
        known,
      ).text;
    expect(describeStatus(now)).toBe('空闲');
    const [low] = applyPrinterEventToConfigs(
      [stopped],
      createPrinterEvent({ stateReasons: ['media-low'] }),
    );
    expect(describeStatus(low)).toBe('空闲，纸快用完了');
  });
  it('is something else when the reason is, not when only its counter moved', () => {
    const before = { state: 'stopped' as const, stateText: '缺纸', stateReasons: ['media-empty'] };
    expect(hasPrinterStateChanged(before, createPrinterEvent(before))).toBe(false);
    const open = { ...before, stateText: '盖子开着', stateReasons: ['cover-open'] };
    expect(hasPrinterStateChanged(before, createPrinterEvent(open))).toBe(true);
    expect(hasPrinterStateChanged({ ...before, state: 'idle' }, createPrinterEvent(before))).toBe(
      true,
    );
    const idle = { state: 'idle' as const, stateText: '', stateReasons: [] };
    expect(hasPrinterStateChanged(idle, createPrinterEvent({ stateReasons: ['media-low'] }))).toBe(
      true,
    );
    expect(hasPrinterStateChanged(undefined, createPrinterEvent())).toBe(true);
  });
});
