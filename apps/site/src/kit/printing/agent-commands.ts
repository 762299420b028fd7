import { useHydrated } from '@tanstack/react-router';

/** Default server of the agent. */
const DEFAULT_SERVER = 'http://127.0.0.1:3000';

/** Adds a network printer, and the virtual one, which listens on the same machine. */
export const ADD_PRINTER =
  'npm run agent -- printer add 名称 tcp://打印机地址:9100 --language zpl --dpi 203';
/** Changes to the command above for other languages. */
export const OTHER_LANGUAGES =
  'TSC 和多数国产标签机说的是 TSPL：把 zpl 改成 tspl；小票机说的是 ESC/POS：改成 escpos。';
export const ADD_VIRTUAL =
  'npm run agent -- printer add 虚拟打印机 tcp://127.0.0.1:9100 --language zpl --dpi 203 --exclusive';
export const VIRTUAL_PRINTER = 'npm run agent -- virtual-printer';
export const RUN_AGENT = 'npm run agent';

/** Command that pairs a machine with this site. */
export const usePairCommand = (): string => {
  const { origin } = useHydrated() ? location : { origin: DEFAULT_SERVER };
  return origin === DEFAULT_SERVER
    ? 'npm run agent -- pair'
    : `npm run agent -- pair --server ${origin}`;
};
