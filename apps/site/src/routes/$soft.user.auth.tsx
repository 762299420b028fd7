import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '../features/client/auth-page.tsx';
import { pageHead } from '../shell/head.ts';

export const Route = createFileRoute('/$soft/user/auth')({
  head: () => pageHead({ title: '授权客户端 · 云标', noindex: true }),
  component: AuthPage,
});
