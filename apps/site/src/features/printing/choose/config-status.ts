import type { GuideName } from '@yunbiao/contract/site/guides';
import { findPrinterGuide } from '../../../kit/guide/trouble-guides.ts';
import { useConnectionState } from '../../../kit/live/live-print.ts';
import { getPrinterStatus, type ShownStatus } from '../../../kit/printing/printer-status.ts';
import type { CallOutput } from '@yunbiao/contract';

/** Status of a configuration's printer, with the same texts as on all other pages. */
export const useConfigStatus = ({
  printerState,
  printerStateText,
  printerReasons,
}: Config): ShownStatus =>
  getPrinterStatus(
    { state: printerState, stateText: printerStateText, stateReasons: printerReasons },
    { online: true, news: useConnectionState() },
  );

export type Config = CallOutput<'printConfigList'>['list'][number];

/** The guide for the printer of a configuration that does not print. */
export const useConfigGuide = ({
  printerState,
  printerStateText,
  printerReasons,
  virtual,
}: Config): GuideName | null =>
  findPrinterGuide(
    { state: printerState, stateText: printerStateText, stateReasons: printerReasons },
    { isOnline: true, isVirtual: virtual, news: useConnectionState() },
  );
