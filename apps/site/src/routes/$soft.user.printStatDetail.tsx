import { createFileRoute } from '@tanstack/react-router';
import { PrintStatDetailPage } from '../features/printing/print-stat-detail-page.tsx';
import { pageHead } from '../shell/head.ts';

export const Route = createFileRoute('/$soft/user/printStatDetail')({
  head: () => pageHead({ title: '标签明细 · 云标', noindex: true }),
  component: PrintStatDetailPage,
});
