import { createFileRoute } from '@tanstack/react-router';
import { PrintPage } from '../features/printing/print-page.tsx';
import { pageHead } from '../shell/head.ts';

export const Route = createFileRoute('/$soft/user/print')({
  head: () => pageHead({ title: '立即打印 · 云标', noindex: true }),
  component: PrintPage,
});
