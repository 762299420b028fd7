import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '../features/account/overview-page.tsx';
import { pageHead } from '../shell/head.ts';

export const Route = createFileRoute('/$soft/user/')({
  head: () => pageHead({ title: '概览 · 云标', noindex: true }),
  component: OverviewPage,
});
