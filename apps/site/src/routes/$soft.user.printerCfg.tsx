import { createFileRoute } from '@tanstack/react-router';
import { PrinterConfigPage } from '../features/printer-config/printer-config-page.tsx';
import { pageHead } from '../shell/head.ts';

export const Route = createFileRoute('/$soft/user/printerCfg')({
  head: () => pageHead({ title: '打印机配置 · 云标', noindex: true }),
  component: PrinterConfigPage,
});
