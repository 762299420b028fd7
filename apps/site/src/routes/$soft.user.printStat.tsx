import { createFileRoute } from '@tanstack/react-router';
import { PrintStatPage } from '../features/printing/print-stat-page.tsx';
import { pageHead } from '../shell/head.ts';

export const Route = createFileRoute('/$soft/user/printStat')({
  head: () => pageHead({ title: '打印统计 · 云标', noindex: true }),
  component: PrintStatPage,
});
