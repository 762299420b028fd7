import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/tools/')({
  staticData: { redirect: '/tools/gifGenerator' },
  beforeLoad: () => {
    throw redirect({ to: '/tools/gifGenerator', statusCode: 302 });
  },
});
