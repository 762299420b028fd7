import { useNews } from '../../kit/live/live-print.ts';
import { printerStatus, type Shown } from '../../kit/printing/printer-words.ts';
import type { Config } from './printer-picker.tsx';

/** How the printer of a configuration is, in the words of every page. */
export const useConfigStatus = ({
  printerState,
  printerStateText,
  printerReasons,
}: Config): Shown =>
  printerStatus(
    { state: printerState, stateText: printerStateText, stateReasons: printerReasons },
    { online: true, news: useNews() },
  );
